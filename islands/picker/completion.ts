import * as v from 'valibot'
import { StringListSchema, TermListSchema } from '../../shared/schema/provider-response.ts'
import { newElement } from '../dom/new-element.ts'

/** How long typing rests before the library is asked, ms, for terms and for GIFs, and how many terms are offered. */
const REST_MS = { terms: 150, gifs: 350 } as const
const TERMS = 8

type Options = {
  label: string
  /** Takes what is searched for: typed and rested, chosen, or sent. */
  onSearch: (q: string) => void
  /** Down, where no list is open. */
  onDown: () => void
  /** Escape, where there is nothing left to close or to clear. */
  onEscape: () => void
}

/**
 * Makes the search field a combobox with a list of the library's terms, and searches while somebody types. An empty field
 * offers what others search for.
 * Gives the way to search for a text without typing it.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ (list autocomplete with manual selection)
 */
export function startCompletion(
  field: HTMLInputElement,
  { label, onSearch, onDown, onEscape }: Options,
): (q: string) => void {
  const list = newElement('ul', { id: 'terms', class: 'picker-terms', role: 'listbox', 'aria-label': label })
  list.hidden = true
  field.closest('search')?.append(list)
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  }
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
  let searched = field.value.trim()
  // The text that terms are wanted for, if they are.
  let typed: string | undefined
  let active = -1
  const rests: Record<keyof typeof REST_MS, ReturnType<typeof setTimeout> | undefined> = {
    terms: undefined,
    gifs: undefined,
  }

  const setActive = (at: number) => {
    active = at
    for (const [index, option] of [...list.children].entries()) {
      option.ariaSelected = String(index === at)
      if (index !== at) continue
      option.scrollIntoView({ block: 'nearest' })
      field.setAttribute('aria-activedescendant', option.id)
    }
    if (at < 0) field.removeAttribute('aria-activedescendant')
  }
  const setOpen = (open: boolean) => {
    list.hidden = !open
    field.ariaExpanded = String(open)
    setActive(-1)
  }
  const halt = () => {
    for (const rest of Object.values(rests)) clearTimeout(rest)
  }
  const search = (q: string) => {
    halt()
    typed = undefined
    setOpen(false)
    if (q === searched) return
    searched = q
    onSearch(q)
  }
  const choose = (term: string) => {
    field.value = term
    search(term)
  }

  const complete = async (q: string) => {
    typed = q
    const found = await termsFor(q).catch(() => [])
    // What came for a text that was changed or searched for, or for a field that was left, is late.
    if (typed !== q || document.activeElement !== field) return
    const names = found.filter((name) => name && name !== q)
    list.replaceChildren(
      ...names.slice(0, TERMS).map((name, at) => {
        const option = newElement('li', { id: `term-${at}`, role: 'option', 'aria-selected': 'false' })
        option.textContent = name
        return option
      }),
    )
    setOpen(names.length > 0)
  }

  field.addEventListener('input', () => {
    halt()
    const q = field.value.trim()
    typed = undefined
    if (q) rests.terms = setTimeout(() => complete(q), REST_MS.terms)
    else setOpen(false)
    rests.gifs = setTimeout(() => {
      if (q === searched) return
      searched = q
      onSearch(q)
    }, REST_MS.gifs)
  })

  field.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    // A key that ends the writing of a word is not meant for the list.
    if (isComposing || ctrlKey || metaKey) return
    const count = list.hidden ? 0 : list.children.length
    if (altKey && key === 'ArrowDown') complete(field.value.trim())
    else if (altKey) return
    else if (key === 'ArrowDown' && count === 0) onDown()
    else if (key === 'ArrowDown') setActive(active + 1 < count ? active + 1 : -1)
    else if (key === 'ArrowUp' && count > 0) setActive(active < 0 ? count - 1 : active - 1)
    // Not by the form's event: a sandbox without `allow-forms` has none.
    else if (key === 'Enter') choose(list.children[active]?.textContent ?? field.value.trim())
    else if (key === 'Escape' && count > 0) setOpen(false)
    else if (key === 'Escape' && field.value) choose('')
    else if (key === 'Escape') onEscape()
    else return
    event.preventDefault()
  })
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    search(field.value.trim())
  })
  field.form?.addEventListener('reset', (event) => {
    event.preventDefault()
    choose('')
    field.focus()
  })
  field.addEventListener('click', () => {
    if (!field.value && list.hidden) complete('')
  })
  field.addEventListener('blur', () => setOpen(false))
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLLIElement) choose(target.textContent ?? '')
  })
  return choose
}

async function termsFor(q: string): Promise<string[]> {
  const fields = new URLSearchParams({ q, limit: String(TERMS) })
  const response = await fetch(q ? `/v1/gifs/search/tags?${fields}` : '/v2/trending/searches')
  if (!response.ok) return []
  const body = await response.json()
  return q ? v.parse(TermListSchema, body).data.map(({ name }) => name) : v.parse(StringListSchema, body).data
}

import { own } from '../../shared/own.ts'
import type { OptionField } from '../../shared/public/builder-fields.data.ts'
import { type BuilderTexts, fieldProblem, problemText } from '../../shared/public/builder-problem.ts'
import {
  type BuilderItem,
  type BuilderPlace,
  type BuiltSnippet,
  builderSnippet,
  surfaceOf,
} from '../../shared/public/builder-snippet.ts'
import type { ItemState } from './item-finder.ts'

/** A preview is a page: it follows when the visitor has stopped typing, ms. */
const PREVIEW_MS = 350

type Look = {
  /** What each choice is where the address says nothing, if not its first option. */
  usual: Readonly<Record<string, string>>
  hash?: string
  /** The options of the form, if not those of the snippet builder. */
  fields?: readonly OptionField[]
  show: (built: BuiltSnippet, isEmbed: boolean) => void
}

export const textsOf = (form: HTMLFormElement) => JSON.parse(form.dataset.texts ?? '{}') as BuilderTexts

/** Redraws snippet and preview while a form changes, and keeps it in the address; gives the way to tell of another GIF. */
export function startBuilder(
  form: HTMLFormElement,
  place: BuilderPlace,
  { usual, hash, fields, show }: Look,
) {
  const texts = textsOf(form)
  const field = document.getElementById('built') as HTMLTextAreaElement
  const copy = document.querySelector<HTMLButtonElement>('[data-copy="built"]')
  let timer: ReturnType<typeof setTimeout> | undefined
  let item: ItemState = {}

  const update = () => {
    const given = fieldsOf(form)
    const isEmbed = surfaceOf(given) === 'embed'
    const ofItem = isEmbed ? item.problem : undefined
    const ofField = ofItem ? undefined : fieldProblem(given, fields)
    const problem = ofItem ?? ofField
    sayProblem(form, ofField?.field ?? (ofItem && 'item'), problem && problemText(texts, problem))
    const isOff = problem !== undefined || (isEmbed && item.waits === true)
    if (copy) copy.disabled = isOff
    clearTimeout(timer)
    if (isOff) {
      field.value = ''
      return
    }
    const built = builderSnippet(given, place, fields)
    field.value = built.html
    timer = setTimeout(show, PREVIEW_MS, built, isEmbed)
  }
  form.addEventListener('input', () => {
    update()
    keepInAddress(form, usual, hash)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    update()
  })
  return (chosen: BuilderItem | undefined, state: ItemState) => {
    item = state
    if (chosen) place.item = chosen
    update()
    if (chosen) keepInAddress(form, usual, hash)
  }
}

const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/**
 * The form's state in the address, so that a link shows the same snippet. The way back stays as it was.
 * @param defaults what each choice is where the address says nothing, if not its first option
 */
export function keepInAddress(
  form: HTMLFormElement,
  defaults: Readonly<Record<string, string>>,
  hash = '',
): void {
  const query = new URLSearchParams(location.search)
  for (const control of form.elements) if ('name' in control) query.delete(String(control.name))
  for (const [name, value] of fieldsOf(form)) {
    const control = form.elements.namedItem(name)
    const usual =
      own(defaults, name) ?? (control instanceof HTMLSelectElement ? control.options[0]?.value : '')
    if (value !== '' && value !== usual) query.append(name, value)
  }
  history.replaceState(history.state, '', `${query.size > 0 ? `?${query}` : location.pathname}${hash}`)
}

/** Says what is wrong with a field of the builder's form, below it; without a text nothing is wrong any more. */
function sayProblem(form: HTMLFormElement, field = '', text = ''): void {
  const said = form.querySelector('.problem')
  const control = field ? form.elements.namedItem(field) : null
  const id = control instanceof Element ? `${control.id}-problem` : ''
  // The same words again would be read out again.
  if (said && said.id === id && said.textContent === text) return
  if (said) withdraw(form, said)
  if (!(control instanceof Element)) return
  const place = document.createElement('p')
  place.className = 'problem'
  place.id = id
  place.role = 'alert'
  place.textContent = text
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  control.after(place)
  // A field out of sight cannot be corrected.
  const folded = control.closest('details')
  if (folded) folded.open = true
}

function withdraw(form: HTMLFormElement, said: Element): void {
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
  said.remove()
}

import { useSignals } from '@preact/signals-react/runtime'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import * as v from 'valibot'
import { QUERY_MAX_CHARS } from '../../shared/limits.ts'
import { StringListSchema, TermListSchema } from '../../shared/schema/provider-response.ts'
import type { PickerModel } from './picker-model.ts'
import type { PickerPart } from './view-rows.tsx'

/** How long typing rests before the library is asked, ms, for terms and for GIFs, and how many terms are offered. */
const REST_MS = { terms: 150, gifs: 350 } as const
const TERMS = 8

const LIST = { id: 'terms', role: 'listbox' } as const
const optionId = (at: number) => `term-${at}`

type Props = PickerPart & {
  field: RefObject<HTMLInputElement | null>
  /** Down, where no list is open. */
  onDown: () => void
}

/** Search: a form, and with a script a combobox with a list of the library's terms, which searches while it is typed in. */
export function SearchField({ page, model, live, field, onDown }: Props) {
  const { action, fields, texts, list } = page
  const { terms, active, close, complete, search, choose, ...keys } = useCompletion(model, field, onDown)
  const combobox = live && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': terms.length > 0,
    'aria-controls': LIST.id,
    'aria-activedescendant': active < 0 ? undefined : optionId(active),
  }
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    search(textIn(field))
  }
  const onReset = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    choose('')
    field.current?.focus()
  }
  return (
    <search>
      <form action={action} onSubmit={onSubmit} onReset={onReset}>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <RoundButton type="submit" name={texts.search} path={MAGNIFIER} />
        <input
          ref={field}
          id="q"
          type="search"
          name="q"
          maxLength={QUERY_MAX_CHARS}
          defaultValue={list.q}
          placeholder={texts.search}
          aria-label={texts.search}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onClick={() => !textIn(field) && terms.length === 0 && complete('')}
          onBlur={close}
          {...keys}
          {...combobox}
        />
        <RoundButton type="reset" name={texts.clear} path={CROSS} />
      </form>
      {live && <TermList label={texts.suggestions} terms={terms} active={active} onChoose={choose} />}
    </search>
  )
}

type TermListProps = {
  label: string
  terms: readonly string[]
  active: number
  onChoose: (term: string) => void
}

const TermList = ({ label, terms, active, onChoose }: TermListProps) => (
  <ul
    {...LIST}
    className="picker-terms"
    aria-label={label}
    hidden={terms.length === 0}
    onPointerDown={(event) => event.preventDefault()}
  >
    {terms.map((term, at) => (
      <TermOption key={term} id={optionId(at)} term={term} isActive={at === active} onChoose={onChoose} />
    ))}
  </ul>
)

type OptionProps = { id: string; term: string; isActive: boolean; onChoose: (term: string) => void }

function TermOption({ id, term, isActive, onChoose }: OptionProps) {
  const option = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <li
      ref={option}
      id={id}
      onClick={() => onChoose(term)}
      {...{ role: 'option', 'aria-selected': isActive }}
    >
      {term}
    </li>
  )
}

const textIn = (field: RefObject<HTMLInputElement | null>) => field.current?.value.trim() ?? ''

/**
 * Terms for what is typed into a field; an empty one offers what others search for. It searches where typing rests.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ (list autocomplete with manual selection)
 */
function useCompletion(model: PickerModel, field: RefObject<HTMLInputElement | null>, onDown: () => void) {
  useSignals()
  const { terms, active, setActive, close, complete, forget } = useTerms(field)
  const [rests] = useState(createRests)
  const stop = useCallback(() => {
    rests.halt()
    forget()
    close()
  }, [rests, forget, close])
  const search = (q: string) => {
    stop()
    model.search(q)
  }
  const choose = (term: string) => {
    stop()
    model.choose(term)
  }
  const chosen = model.chosenTerm.value
  useLayoutEffect(() => {
    if (!chosen || !field.current) return
    field.current.value = chosen.term
    stop()
  }, [chosen, field, stop])

  const onInput = () => {
    rests.halt()
    forget()
    const q = textIn(field)
    if (q) rests.start('terms', () => complete(q))
    else close()
    rests.start('gifs', () => model.search(q))
  }
  const act = ({ key, altKey }: KeyboardEvent): boolean => {
    const count = terms.length
    if (altKey && key !== 'ArrowDown') return false
    if (altKey) complete(textIn(field))
    else if (key === 'ArrowDown' && count === 0) onDown()
    else if (key === 'ArrowDown') setActive(active + 1 < count ? active + 1 : -1)
    else if (key === 'ArrowUp' && count > 0) setActive(active < 0 ? count - 1 : active - 1)
    // Not by the form's event: a sandbox without `allow-forms` has none.
    else if (key === 'Enter') choose(terms[active] ?? textIn(field))
    else if (key === 'Escape' && count > 0) close()
    else if (key === 'Escape' && field.current?.value) choose('')
    else if (key === 'Escape') model.close()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends the writing of a word is not meant for the list.
    if ((event.nativeEvent ?? event).isComposing || event.ctrlKey || event.metaKey) return
    if (act(event)) event.preventDefault()
  }
  return { terms, active, close, complete, search, choose, onInput, onKeyDown }
}

/** The terms that are offered for a text, and which of them is chosen by keys. */
function useTerms(field: RefObject<HTMLInputElement | null>) {
  const [terms, setTerms] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  // The text that terms are wanted for, if they are.
  const wanted = useRef<string>(undefined)
  const offer = useCallback((found: readonly string[]) => {
    setTerms(found)
    setActive(-1)
  }, [])
  const close = useCallback(() => offer([]), [offer])
  const forget = useCallback(() => {
    wanted.current = undefined
  }, [])
  const complete = async (q: string) => {
    wanted.current = q
    const found = await termsFor(q).catch(() => [])
    // What came for a text that was changed or searched for, or for a field that was left, is late.
    if (wanted.current !== q || document.activeElement !== field.current) return
    offer(found.filter((name) => name && name !== q).slice(0, TERMS))
  }
  return { terms, active, setActive, close, complete, forget }
}

/** What is done when typing has rested. */
function createRests() {
  const timers = new Map<keyof typeof REST_MS, ReturnType<typeof setTimeout>>()
  return {
    halt: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
    start: (name: keyof typeof REST_MS, act: () => void) => timers.set(name, setTimeout(act, REST_MS[name])),
  }
}

async function termsFor(q: string): Promise<string[]> {
  const fields = new URLSearchParams({ q, limit: String(TERMS) })
  const response = await fetch(q ? `/v1/gifs/search/tags?${fields}` : '/v2/trending/searches')
  if (!response.ok) return []
  const body = await response.json()
  return q ? v.parse(TermListSchema, body).data.map(({ name }) => name) : v.parse(StringListSchema, body).data
}

const MAGNIFIER =
  'M10 4a6 6 0 1 0 3.5 10.9l4.8 4.8 1.4-1.4-4.8-4.8A6 6 0 0 0 10 4zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z'
const CROSS =
  'm6.3 4.9 5.7 5.7 5.7-5.7 1.4 1.4-5.7 5.7 5.7 5.7-1.4 1.4-5.7-5.7-5.7 5.7-1.4-1.4 5.7-5.7-5.7-5.7z'

const RoundButton = ({ type, name, path }: { type: 'submit' | 'reset'; name: string; path: string }) => (
  <button type={type} className="round" aria-label={name}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="currentColor">
      <path d={path} />
    </svg>
  </button>
)

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
import { fetchOwn } from '../dom/own-api.ts'
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
export function SearchField(props: Props) {
  const { page, live, field } = props
  const completion = useCompletion(props)
  const instead = (act: () => void) => (event: { preventDefault: () => void }) => {
    event.preventDefault()
    act()
  }
  const clear = () => {
    completion.choose('')
    field.current?.focus()
  }
  return (
    <search>
      <form
        action={page.action}
        onSubmit={instead(() => completion.search(textIn(field)))}
        onReset={instead(clear)}
      >
        {page.fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <RoundButton type="submit" name={page.texts.search} path={MAGNIFIER} />
        <SearchInput {...props} completion={completion} />
        <RoundButton type="reset" name={page.texts.clear} path={CROSS} />
      </form>
      {live && <TermList {...completion} label={page.texts.suggestions} />}
    </search>
  )
}

type Completion = ReturnType<typeof useCompletion>

function SearchInput({ page, live, field, onDown, model, completion }: Props & { completion: Completion }) {
  const { terms, active, close, complete, onInput } = completion
  const combobox = live && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': terms.length > 0,
    'aria-controls': LIST.id,
    'aria-activedescendant': active < 0 ? undefined : optionId(active),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends the writing of a word is not meant for the list.
    if ((event.nativeEvent ?? event).isComposing || event.ctrlKey || event.metaKey) return
    if (press(event, completion, { field, onDown, onLeave: model.close })) event.preventDefault()
  }
  return (
    <input
      ref={field}
      id="q"
      type="search"
      name="q"
      maxLength={QUERY_MAX_CHARS}
      defaultValue={page.list.q}
      placeholder={page.texts.search}
      aria-label={page.texts.search}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      onClick={() => !textIn(field) && terms.length === 0 && complete('')}
      onBlur={close}
      onInput={onInput}
      onKeyDown={onKeyDown}
      {...combobox}
    />
  )
}

/** Does what a key means in the field; false for a key that means nothing. */
function press(
  { key, altKey }: KeyboardEvent,
  { terms, active, setActive, close, complete, choose }: Completion,
  { field, onDown, onLeave }: Pick<Props, 'field' | 'onDown'> & { onLeave: () => void },
): boolean {
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
  else if (key === 'Escape') onLeave()
  else return false
  return true
}

type TermListProps = Pick<Completion, 'terms' | 'active' | 'choose'> & { label: string }

const TermList = ({ label, terms, active, choose }: TermListProps) => (
  <ul
    {...LIST}
    className="picker-terms"
    aria-label={label}
    hidden={terms.length === 0}
    onPointerDown={(event) => event.preventDefault()}
  >
    {terms.map((term, at) => (
      <TermOption key={term} at={at} term={term} isActive={at === active} onChoose={choose} />
    ))}
  </ul>
)

type OptionProps = { at: number; term: string; isActive: boolean; onChoose: (term: string) => void }

function TermOption({ at, term, isActive, onChoose }: OptionProps) {
  const option = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <li
      ref={option}
      id={optionId(at)}
      onClick={() => onChoose(term)}
      {...{ role: 'option', 'aria-selected': isActive }}
    >
      {term}
    </li>
  )
}

const textIn = (field: RefObject<HTMLInputElement | null>) => field.current?.value.trim() ?? ''

/** Terms for what is typed, and a search where typing rests. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
function useCompletion({ page, model, field }: Pick<Props, 'page' | 'model' | 'field'>) {
  useSignals()
  const { forget, ...terms } = useTerms(field, model, page.fields)
  const { close, complete } = terms
  const resting = useRef<ReturnType<typeof setTimeout>[]>([])
  const halt = useCallback(() => {
    for (const timer of resting.current.splice(0)) clearTimeout(timer)
    forget()
  }, [forget])
  const stop = useCallback(() => {
    halt()
    close()
  }, [halt, close])
  const chosen = model.chosenTerm.value
  useLayoutEffect(() => {
    if (!chosen || !field.current) return
    field.current.value = chosen.term
    stop()
  }, [chosen, field, stop])

  const search = (q: string) => {
    stop()
    model.search(q)
  }
  const choose = (term: string) => {
    stop()
    model.choose(term)
  }
  const onInput = () => {
    halt()
    const q = textIn(field)
    if (!q) close()
    resting.current.push(
      setTimeout(() => q && complete(q), REST_MS.terms),
      setTimeout(() => model.search(q), REST_MS.gifs),
    )
  }
  return { ...terms, search, choose, onInput }
}

const NO_TERMS: { terms: readonly string[]; active: number } = { terms: [], active: -1 }

/** The terms that are offered for a text, and which of them is chosen by keys. */
function useTerms(
  field: RefObject<HTMLInputElement | null>,
  { view }: Props['model'],
  options: Props['page']['fields'],
) {
  const [{ terms, active }, setTerms] = useState(NO_TERMS)
  // The text that terms are wanted for, if they are.
  const wanted = useRef<string>(undefined)
  const close = useCallback(() => setTerms(NO_TERMS), [])
  const forget = useCallback(() => {
    wanted.current = undefined
  }, [])
  const setActive = (at: number) => setTerms({ terms, active: at })
  const complete = async (q: string) => {
    wanted.current = q
    const found = await termsFor(q, view.value.type, new Map(options).get('rating')).catch(() => [])
    // What came for a text that was changed or searched for, or for a field that was left, is late.
    if (wanted.current !== q || document.activeElement !== field.current) return
    setTerms({ terms: found.filter((name) => name && name !== q).slice(0, TERMS), active: -1 })
  }
  return { terms, active, setActive, close, complete, forget }
}

/** What is searched for, or completes a text: of the type that is shown, emoji being stickers, up to the rating. */
async function termsFor(q: string, type = 'gifs', rating?: string): Promise<string[]> {
  const fields = new URLSearchParams({
    q,
    limit: String(TERMS),
    ...(type !== 'gifs' && { kind: type === 'emoji' ? 'stickers' : type }),
    ...(rating && { rating }),
  })
  const response = await fetchOwn(q ? `/v1/gifs/search/tags?${fields}` : '/v2/trending/searches')
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

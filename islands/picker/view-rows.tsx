import { useSignals } from '@preact/signals-react/runtime'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { PickerModel } from './picker-model.ts'
import type { PickerPageProps } from './picker-props.ts'

/** The index that a key leads to in a row of `count`, round and round; undefined for any other key. */
export function nextInRow(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * Makes the children of a row one stop of the Tab key, with arrow keys from one to the next.
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 * @param first the index of the control that the Tab key reaches first
 * @param onMove is called with the index that a key leads to
 */
export function useRoving(row: RefObject<HTMLElement | null>, first: number, onMove?: (at: number) => void) {
  const [stop, setStop] = useState(Math.max(0, first))
  const controls = () => [...(row.current?.children ?? [])] as HTMLElement[]
  const indexOf = (target: EventTarget) => controls().findIndex((control) => control.contains(target as Node))
  useWheel(row)
  return {
    stop,
    onFocus: ({ target }: FocusEvent) => setStop(indexOf(target)),
    onKeyDown: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey) return
      const all = controls()
      const next = nextInRow(key, indexOf(target), all.length)
      if (next !== undefined) {
        all[next]?.focus()
        onMove?.(next)
        // A link is pressed by Enter alone; here by Space too.
      } else if (key === ' ' && target instanceof HTMLAnchorElement) target.click()
      else return
      event.preventDefault()
    },
  }
}

/** A wheel that only goes down reaches the end of a row too. */
function useWheel(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = row
    const onWheel = (event: WheelEvent) => {
      if (!current) return
      const before = current.scrollLeft
      if (!event.deltaX && !event.ctrlKey) current.scrollLeft += event.deltaY
      if (current.scrollLeft !== before) event.preventDefault()
    }
    // Not by a property: those of React are passive.
    current?.addEventListener('wheel', onWheel)
    return () => current?.removeEventListener('wheel', onWheel)
  }, [row])
}

export type PickerPart = {
  page: PickerPageProps
  model: PickerModel
  /** A script has taken the page over; until then its links and its form lead to other pages. */
  live: boolean
}

/** With these keys a link opens elsewhere, as links do. */
const isPlain = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => !ctrlKey && !metaKey && !shiftKey

/** The types: links until the script makes them tabs. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function TypeTabs({ page: { types, texts }, model, live }: PickerPart) {
  useSignals()
  const row = useRef<HTMLElement>(null)
  const { type } = model.view.value
  const { stop, ...keys } = useRoving(
    row,
    types.findIndex((each) => each.type === type),
    (at) => choose(types[at]),
  )
  const choose = (tab: (typeof types)[number] | undefined) => tab && model.showType(tab.type)
  const press = (event: MouseEvent, at: number) => {
    if (!isPlain(event)) return
    event.preventDefault()
    choose(types[at])
  }
  const roleOf = (at: number, isChosen: boolean) =>
    live
      ? ({
          role: 'tab',
          id: tabId(types[at]?.type),
          tabIndex: at === stop ? 0 : -1,
          'aria-selected': isChosen,
          'aria-controls': RESULTS_ID,
        } as const)
      : ({ 'aria-current': isChosen || undefined } as const)
  return (
    <nav
      ref={row}
      className="picker-tabs"
      role={live ? 'tablist' : undefined}
      aria-label={texts.types}
      {...(live && keys)}
    >
      {types.map((each, at) => (
        <a
          key={each.type}
          href={each.href}
          data-type={each.type}
          onClick={(event) => press(event, at)}
          {...roleOf(at, each.type === type)}
        >
          {texts[each.type]}
        </a>
      ))}
    </nav>
  )
}

export const RESULTS_ID = 'results'
export const tabId = (type = '') => `type-${type}`

/** They are this browser's, so they need a script. */
const OWN_KINDS = ['recent', 'favorites'] as const

/**
 * What to look at without typing. A category is a search for its name, which every type but emoji has.
 * https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
export function ViewRow({ page: { searches, texts }, model, live }: PickerPart) {
  useSignals()
  const row = useRef<HTMLDivElement>(null)
  const { kind, q } = model.view.value
  const isShown = (term: string) => kind === 'list' && term === q
  const currentLink = searches.findIndex((each) => isShown(each.q ?? ''))
  const { stop, ...keys } = useRoving(row, currentLink > 0 ? currentLink + OWN_KINDS.length : currentLink)
  const tabIndexOf = (at: number) => (live ? (at === stop ? 0 : -1) : undefined)
  const press = (event: MouseEvent, term: string) => {
    if (!isPlain(event)) return
    event.preventDefault()
    if (term === q) model.showKind('list')
    else model.choose(term)
  }
  const links = searches.map(({ label, href, q: term }, index) => (
    <a
      key={`${term}`}
      href={href}
      data-view="list"
      data-q={term}
      tabIndex={tabIndexOf(index === 0 ? 0 : index + OWN_KINDS.length)}
      aria-current={isShown(term ?? '') || undefined}
      onClick={(event) => press(event, term ?? '')}
    >
      {label}
    </a>
  ))
  return (
    <div
      ref={row}
      className="picker-views"
      {...{ role: live ? 'toolbar' : 'group', 'aria-label': texts.categories }}
      {...(live && keys)}
    >
      {links[0]}
      {OWN_KINDS.map((each, at) => (
        <button
          key={each}
          type="button"
          data-view={each}
          tabIndex={tabIndexOf(at + 1)}
          aria-current={kind === each || undefined}
          onClick={() => model.showKind(each)}
        >
          {texts[each]}
        </button>
      ))}
      {links.slice(1)}
    </div>
  )
}

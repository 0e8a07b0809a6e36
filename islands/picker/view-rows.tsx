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
 * Makes the children of a row one stop of the Tab key, with arrow keys from one to the next, as soon as it is live.
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 * @param first the index of the control that the Tab key reaches first
 * @param onMove is called with the index that a key leads to
 */
function useRoving(
  row: RefObject<HTMLElement | null>,
  live: boolean,
  first: number,
  onMove?: (at: number) => void,
) {
  const [stop, setStop] = useState(Math.max(0, first))
  const controls = () => [...(row.current?.children ?? [])] as HTMLElement[]
  const indexOf = (target: EventTarget) => controls().findIndex((control) => control.contains(target as Node))
  useWheel(row)
  const onFocus = ({ target }: FocusEvent) => setStop(indexOf(target))
  const onKeyDown = (event: KeyboardEvent) => {
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
  }
  return {
    keys: live && { onFocus, onKeyDown },
    tabIndexOf: (at: number) => (live ? (at === stop ? 0 : -1) : undefined),
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

/** A press in place of following a link; with these keys it opens elsewhere, as links do. */
const onPlainPress = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  act()
}

/** The types: links until the script makes them tabs. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function TypeTabs({ page: { types, texts }, model, live }: PickerPart) {
  useSignals()
  const row = useRef<HTMLElement>(null)
  const chosen = types.findIndex(({ type }) => type === model.view.value.type)
  const show = (at: number) => types[at] && model.showType(types[at].type)
  const { keys, tabIndexOf } = useRoving(row, live, chosen, show)
  const tabOf = (at: number) => ({
    role: 'tab',
    id: tabId(types[at]?.type),
    tabIndex: tabIndexOf(at),
    'aria-selected': at === chosen,
    'aria-controls': RESULTS_ID,
  })
  return (
    <nav
      ref={row}
      className="picker-tabs"
      role={live ? 'tablist' : undefined}
      aria-label={texts.types}
      {...keys}
    >
      {types.map(({ type, href }, at) => (
        <a
          key={type}
          href={href}
          data-type={type}
          onClick={onPlainPress(() => show(at))}
          {...(live ? tabOf(at) : { 'aria-current': at === chosen || undefined })}
        >
          {texts[type]}
        </a>
      ))}
    </nav>
  )
}

export const RESULTS_ID = 'results'
export const tabId = (type = '') => `type-${type}`

/** They are this browser's, so they need a script. */
const OWN_KINDS = ['recent', 'favorites'] as const

/** What to look at without typing; a category searches for its name. https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ */
export function ViewRow({ page: { searches, texts }, model, live }: PickerPart) {
  useSignals()
  const row = useRef<HTMLDivElement>(null)
  const { kind, q, type = '' } = model.view.value
  const [all, ...categories] = searches.filter(({ types }) => types?.includes(type) ?? true)
  const views = [...(all ? [all] : []), ...OWN_KINDS, ...categories]
  const isShown = (view: (typeof views)[number]) =>
    typeof view === 'string' ? view === kind : kind === 'list' && (view.q ?? '') === q
  const shownLink = views.findIndex((view) => typeof view !== 'string' && isShown(view))
  const { keys, tabIndexOf } = useRoving(row, live, shownLink)
  const search = (term: string) => (term === q ? model.showKind('list') : model.choose(term))
  return (
    <div
      ref={row}
      className="picker-views"
      {...{ role: live ? 'toolbar' : 'group', 'aria-label': texts.categories }}
      {...keys}
    >
      {views.map((view, at) => {
        const shared = { tabIndex: tabIndexOf(at), 'aria-current': isShown(view) || undefined }
        return typeof view === 'string' ? (
          <button key={view} type="button" data-view={view} {...shared} onClick={() => model.showKind(view)}>
            {texts[view]}
          </button>
        ) : (
          <a
            key={`q ${view.q}`}
            href={view.href}
            data-view="list"
            data-q={view.q}
            {...shared}
            onClick={onPlainPress(() => search(view.q ?? ''))}
          >
            {view.label}
          </a>
        )
      })}
    </div>
  )
}

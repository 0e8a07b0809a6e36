import { useEffect, useMemo, useState } from 'react'

/** What an entry of the history keeps of its page. */
type Kept = {
  /** How far down the page was scrolled, in px. */
  y?: number
  /** The query of the entry before it, of the same page. */
  before?: string
}

/** What the entry of the history that is shown has kept. */
const keptHere = (): Kept => (history.state as Kept | null) ?? {}

/** Where the page is to be scrolled to once its list is there. */
let wanted: number | undefined
const forget = () => {
  wanted = undefined
}

/** A list that has not come in this time, in ms, is not scrolled any more: the reader has begun to use the page. */
const LATE_MS = 5000

/** Scrolls to where this entry was left, as soon as the page is long enough. */
export function restoreScroll(): void {
  const { scrollHeight, clientHeight } = document.documentElement
  if (wanted === undefined || scrollHeight - clientHeight < wanted) return
  scrollTo(0, wanted)
  forget()
}

/** Notes how far down the page is scrolled, unless it is still waiting to be scrolled to where it was. */
function noteScroll(): void {
  if (wanted === undefined) history.replaceState({ ...keptHere(), y: scrollY }, '')
}

function find(): void {
  wanted = keptHere().y
  setTimeout(forget, LATE_MS)
  // What is read again at once has its rows in the next frame.
  requestAnimationFrame(restoreScroll)
}

/** Back and reload lead to where the entry was left: a browser alone does not wait for a list that a script reads. */
export function keepScroll(): void {
  find()
  addEventListener('popstate', find)
  addEventListener('scrollend', noteScroll)
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(type, forget, { passive: true, capture: true })
}

type Filters = Readonly<Record<string, string>>

const read = (defaults: Filters): Filters => {
  const query = new URLSearchParams(location.search)
  const entries = Object.entries(defaults).map(([name, value]) => [name, query.get(name) ?? value])
  return Object.fromEntries(entries)
}

/** The page's address with filters that have changed. Each change goes to page 1, unless it names another. */
function addressOf(defaults: Filters, changed: Partial<Filters>): URL {
  const url = new URL(location.href)
  const after: Filters = { ...read(defaults), ...('page' in defaults && { page: '1' }), ...changed }
  for (const [name, value] of Object.entries(after)) {
    if (value === defaults[name]) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url
}

/** A choice is an entry of the history. One that leads to where the way back leads is the way back. */
function enter({ href, search }: URL): void {
  if (href === location.href) return
  if (keptHere().before === search) history.back()
  else {
    noteScroll()
    history.pushState({ before: location.search }, '', href)
  }
}

/** Typing stays within its entry, so that going back does not go letter by letter. */
const amend = ({ href }: URL) => history.replaceState(keptHere(), '', href)

type Order = 'asc' | 'desc'

/** What a list is sorted by, and how to change that. */
export type Sorting<By extends string = string> = {
  by: By
  order: Order
  sort: (by: string, order: Order) => void
}

/** The filters of a page, by their names, and what changes them. */
export type Filtering<Name extends string = string, By extends string = string> = {
  filters: Readonly<Record<Name, string>>
  /** For a choice: an entry of the history. */
  change: (changed: Partial<Record<Name, string>>) => void
  /** For typing: the same entry. */
  type: (changed: Partial<Record<Name, string>>) => void
  /** Whether the filters leave rows out, and what takes them back. */
  isFiltered: boolean
  clear: () => void
  sorting: Sorting<By>
}

/** What the lists are sorted by that only their time sorts, the newest first. */
const BY_TIME = ['when'] as const

/**
 * Filters of a page, kept in its address: a link, a reload or the way back gives the same list. What has its default value
 * is not in the address.
 * @param sorts what its list can be sorted by, the usual one first; its time alone where there are none
 */
export function useFilters<Name extends string>(defaults: Readonly<Record<Name, string>>): Filtering<Name>
export function useFilters<Name extends string, By extends string>(
  defaults: Readonly<Record<Name, string>>,
  sorts: readonly [By, ...By[]],
): Filtering<Name, By>
export function useFilters(
  defaults: Filters,
  sorts: readonly [string, ...string[]] = BY_TIME,
): Filtering<string> {
  const [filters, setFilters] = useState(() => read(defaults))
  useEffect(() => {
    const follow = () => setFilters(read(defaults))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [defaults])
  const { change, type } = useMemo(() => {
    const by = (go: (url: URL) => void) => (changed: Partial<Filters>) => {
      go(addressOf(defaults, changed))
      setFilters(read(defaults))
    }
    return { change: by(enter), type: by(amend) }
  }, [defaults])
  const isFiltered = Object.keys(defaults).some(
    (name) => !UNFILTERED.has(name) && filters[name] !== defaults[name],
  )
  const sorting: Sorting = {
    by: oneOf(sorts, filters.sort ?? '') ?? sorts[0],
    order: filters.order === 'asc' ? 'asc' : 'desc',
    sort: (sort, order) => change({ ...('sort' in defaults && { sort }), order }),
  }
  return { filters, change, type, isFiltered, clear: () => change(defaults), sorting }
}

/** What leaves no row out. */
const UNFILTERED: ReadonlySet<string> = new Set(['page', 'sort', 'order', 'item'])

/** ms without a key before what was typed is looked for. */
export const TYPED_MS = 250

/** The value of a filter, if it is one of these. */
export const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text)

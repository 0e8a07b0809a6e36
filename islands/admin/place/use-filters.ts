import { useEffect, useMemo, useState } from 'react'
import { keptHere, noteScroll } from './kept-scroll.ts'

type Filters = Readonly<Record<string, string>>

const read = <F extends Filters>(defaults: F): F => {
  const query = new URLSearchParams(location.search)
  const entries = Object.entries(defaults).map(([name, value]) => [name, query.get(name) ?? value])
  return Object.fromEntries(entries)
}

/** The page's address with filters that have changed. Each change goes to page 1, unless it names another. */
function addressOf<F extends Filters>(defaults: F, changed: Partial<F>): URL {
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

/** Typing stays within its entry: nobody goes back letter by letter. */
const amend = ({ href }: URL) => history.replaceState(keptHere(), '', href)

/**
 * Filters of a page, kept in its address: a link, a reload or the way back gives the same list. What has its default value
 * is not in the address. `change` is for what somebody chooses, `type` for what they type.
 */
export function useFilters<F extends Filters>(defaults: F) {
  const [filters, setFilters] = useState(() => read(defaults))
  useEffect(() => {
    const follow = () => setFilters(read(defaults))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [defaults])
  const ways = useMemo(() => {
    const by = (go: (url: URL) => void) => (changed: Partial<F>) => {
      go(addressOf(defaults, changed))
      setFilters(read(defaults))
    }
    return { change: by(enter), type: by(amend) }
  }, [defaults])
  const isFiltered = Object.keys(defaults).some(
    (name) => !UNFILTERED.has(name) && filters[name] !== defaults[name],
  )
  return { filters, ...ways, isFiltered, clear: () => ways.change(defaults) }
}

/** What leaves no row out. */
const UNFILTERED: ReadonlySet<string> = new Set(['page', 'sort', 'order', 'item'])

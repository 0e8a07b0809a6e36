import { useCallback, useState } from 'react'

const read = <F extends Readonly<Record<string, string>>>(defaults: F): F => {
  const query = new URLSearchParams(location.search)
  const entries = Object.entries(defaults).map(([name, value]) => [name, query.get(name) ?? value])
  return Object.fromEntries(entries)
}

/**
 * Filters of a page, kept in its address: a link or a reload gives the same list. What has its default value is not in the
 * address. Each change goes to page 1, unless it names another.
 */
export function useFilters<F extends Readonly<Record<string, string>>>(defaults: F) {
  const [filters, setFilters] = useState(() => read(defaults))
  const change = useCallback(
    (changed: Partial<F>) => {
      setFilters((before) => {
        const after: F = { ...before, ...('page' in defaults && { page: '1' }), ...changed }
        const url = new URL(location.href)
        for (const [name, value] of Object.entries(after)) {
          if (value === defaults[name]) url.searchParams.delete(name)
          else url.searchParams.set(name, value)
        }
        history.replaceState(null, '', url)
        return after
      })
    },
    [defaults],
  )
  const isFiltered = Object.keys(defaults).some((name) => name !== 'page' && filters[name] !== defaults[name])
  return { filters, change, isFiltered, clear: () => change(defaults) }
}

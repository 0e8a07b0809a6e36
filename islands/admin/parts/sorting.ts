import type { Sorting } from './list.tsx'

type Change = (changed: { sort?: string; order?: string }) => void

const orderOf = (order: string): 'asc' | 'desc' => (order === 'asc' ? 'asc' : 'desc')

/** How a list is sorted by the columns that its address names. @param by a column that there is */
export const sortingOf = <By extends string>(by: By, order: string, change: Change) => ({
  by,
  order: orderOf(order),
  sort: (sort: string, next: 'asc' | 'desc') => change({ sort, order: next }),
})

/** The column of the lists that only their time sorts, the newest first where nobody has chosen. */
export const BY_TIME = 'when'

export const timeSorting = (order: string, change: Change) =>
  ({
    by: BY_TIME,
    order: orderOf(order),
    sort: (_: string, next: 'asc' | 'desc') => change({ order: next }),
  }) satisfies Sorting

import { asc, desc } from 'drizzle-orm'

const PAGE = { default: 50, max: 100, offsetMax: 10_000 } as const

/** The part of a list that a call names, within bounds. */
export const pageOf = ({
  limit = PAGE.default,
  offset = 0,
}: {
  limit?: number | undefined
  offset?: number | undefined
}) => ({
  limit: Math.min(Math.max(limit, 1), PAGE.max),
  offset: Math.min(offset, PAGE.offsetMax),
})

/** A list's order by a column. */
export const inOrder = (column: Parameters<typeof desc>[0], order: 'asc' | 'desc') =>
  order === 'asc' ? asc(column) : desc(column)

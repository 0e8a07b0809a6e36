import { ownPath } from '../../../shared/calls/call.ts'
import { siteCalls } from '../../../shared/calls/catalogue.ts'
import { UpstreamError } from '../../../shared/errors.ts'
import type { SearchListing, SearchRow, SearchSort } from '../../../shared/schema/own/channels.ts'
import { client } from '../admin.ts'
import { firstRows } from './read-csv.ts'

/** The file of all searches. */
export const CSV = ownPath(siteCalls.searchCsv)

/** Rows that are read of the file where there is nothing else. */
const ROWS = 5000

/** A page of the searches. A site elsewhere has the file alone (§7): its beginning is put in order here. */
export const readSearches = (listing: SearchListing, hasOwnCalls: boolean, signal: AbortSignal) =>
  hasOwnCalls
    ? client.searches({ ...listing, q: listing.q || undefined }, { signal })
    : fromFile(listing, signal)

async function fromFile({ q, sort, order, limit, offset }: SearchListing, signal: AbortSignal) {
  const all = await readFile(signal)
  const rows = all.filter(({ term }) => term.startsWith(q.toLowerCase()))
  const direction = order === 'asc' ? 1 : -1
  const inOrder = rows.sort((one, other) => direction * COMPARE[sort](one, other))
  return {
    results: inOrder.slice(offset, offset + limit),
    count: rows.length,
    is_exact: all.length < ROWS,
  }
}

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const COMPARE: Readonly<Record<SearchSort, (one: SearchRow, other: SearchRow) => number>> = {
  count: (one, other) => one.count - other.count || byText(one.term, other.term),
  recent: (one, other) => byText(one.searched_at, other.searched_at) || byText(one.term, other.term),
  term: (one, other) => byText(one.term, other.term),
}

/** @throws UpstreamError with the status of a refusal */
async function readFile(signal: AbortSignal): Promise<SearchRow[]> {
  const response = await fetch(CSV, { signal })
  if (!response.ok || !response.body) {
    throw new UpstreamError('The searches were not sent', { status: response.status })
  }
  // The first row has the titles.
  const [, ...rows] = await firstRows(response.body, ROWS + 1)
  return rows.map(([term = '', count = '', searched_at = '']) => ({
    term,
    count: Number(count),
    searched_at,
  }))
}

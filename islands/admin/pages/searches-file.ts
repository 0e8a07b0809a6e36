import { ownPath } from '../../../shared/calls/call.ts'
import { siteCalls } from '../../../shared/calls/catalogue.ts'
import { UpstreamError } from '../../../shared/errors.ts'
import type { FileRow, SearchListing, SearchSort } from '../../../shared/schema/own/channels.ts'

/** Fields of a CSV text (RFC 4180), row by row; a last row without its end is left out. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  const row: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',' || char === '\n') {
      row.push(field)
      field = ''
      if (char === '\n') rows.push(row.splice(0))
    } else if (char !== '\r') field += char
  }
  return rows
}

/** Reads a stream of CSV until it has this many rows, and cancels the rest. */
export async function firstRows(stream: ReadableStream<Uint8Array>, count: number): Promise<string[][]> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += done ? decoder.decode() : decoder.decode(value, { stream: true })
    // Lines are no fewer than rows: the rows are made once there may be enough.
    const rows = done || text.split('\n').length > count ? csvRows(text) : []
    if (!done && rows.length < count) continue
    if (!done) await reader.cancel()
    return rows.slice(0, count)
  }
}

/** The file of all searches. */
export const CSV = ownPath(siteCalls.searchCsv)

/** Rows that are read of the file where there is nothing else. */
const ROWS = 5000

type FileListing = Pick<SearchListing, 'limit' | 'offset'> & Partial<SearchListing>

/** A page of the file: its beginning is put in order here. */
export async function readFileRows(
  { q = '', sort = 'count', order, limit, offset }: FileListing,
  { signal }: { signal: AbortSignal },
) {
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

const COMPARE: Readonly<Record<SearchSort, (one: FileRow, other: FileRow) => number>> = {
  count: (one, other) => one.count - other.count || byText(one.term, other.term),
  recent: (one, other) => byText(one.searched_at, other.searched_at) || byText(one.term, other.term),
  term: (one, other) => byText(one.term, other.term),
}

/** @throws UpstreamError with the status of a refusal */
async function readFile(signal: AbortSignal): Promise<FileRow[]> {
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

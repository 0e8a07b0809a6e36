import { InputError } from '../../../shared/errors.ts'

/** Characters of a cursor: an address has no more (`worker/http/every-request.ts`). */
const MAX = 16_384

const BASE64URL = /^[\w-]+$/

/** The fields of a request as text. */
export type Fields = Record<string, string>

/**
 * Writes the `next` of a page: the request that gives the page behind it. Some clients send nothing else of it back
 * (`docs/wire.md`, Know first 8). It is not signed: it can ask for nothing that a query cannot.
 */
export function writeCursor(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return btoa(String(query)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Whether a text says anything: clients also send what their language prints for nothing. */
export const isSaid = (text: string | undefined): text is string =>
  text !== undefined && !['', 'undefined', 'null'].includes(text)

/** The fields of a `pos`; none for the first page, which clients also call `0`. @throws InputError for any other text */
export function readCursor(pos: string | undefined): Fields {
  if (!isSaid(pos) || pos === '0') return {}
  if (pos.length > MAX || !BASE64URL.test(pos)) throw brokenCursor()
  try {
    return Object.fromEntries(new URLSearchParams(atob(pos.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    throw brokenCursor()
  }
}

export function brokenCursor(): InputError {
  const message = 'pos must be the next of the page before'
  return new InputError(message, { pos: message })
}

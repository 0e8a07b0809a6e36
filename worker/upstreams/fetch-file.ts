import { publicUrl } from '../../shared/calls/public-url.ts'
import { AppError } from '../../shared/errors.ts'
import { send } from './send.ts'
import type { Upstream } from './upstreams.ts'

/** Types of files that may be media. The file's own bytes decide later. */
const TYPES =
  /^(image\/(gif|webp|png|apng)|video\/mp4|application\/octet-stream|binary\/octet-stream)\s*(;|$)/i

const refused = (message: string) => new AppError('invalid-input', message)

/**
 * T10: fetches a media file from an address that someone gave: https, a public name, the standard port, no redirect, no
 * header of the client's, and within the bounds of the upstream's row. The answers of others are never repeated.
 * @param field names the address in errors.
 * @throws AppError 'invalid-input' for an address or file that is refused, 'unavailable' or 'upstream' for one that fails.
 */
export async function fetchFile(source: Upstream, address: string, field: string): Promise<Uint8Array> {
  const url = publicUrl(address)
  if (!url) throw refused(`${field} must be an https URL of a public host`)
  const make = (signal: AbortSignal) =>
    new Request(url, { redirect: 'manual', signal, headers: { Accept: 'image/*, video/mp4' } })
  const { status, headers, bytes } = await send(source, make)
  if (status !== 200) throw refused(`${field} has no file: it answers ${status}`)
  if (!TYPES.test(headers.get('Content-Type') ?? 'application/octet-stream')) {
    throw refused(`${field} is no GIF, WebP, PNG or MP4 file`)
  }
  return bytes
}

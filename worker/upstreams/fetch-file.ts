import { publicUrl } from '../../shared/calls/public-url.ts'
import { AppError, fieldError, RateLimitError } from '../../shared/errors.ts'
import type { FetchSource } from '../../shared/server/origin.ts'
import { Lru } from '../memory.ts'
import { send } from './send.ts'
import type { Upstream } from './upstreams.ts'

/** Types of files that may be media. The file's own bytes decide later. */
const TYPES =
  /^(image\/(gif|webp|png|apng)|video\/(mp4|webm|quicktime)|application\/octet-stream|binary\/octet-stream)\s*(;|$)/i

/** Files of one host that an isolate fetches in a minute: it is no one's hammer. */
export const PER_HOST_MINUTE = 30
const MINUTE_MS = 60_000

const refused = (message: string) => new AppError('invalid-input', message)

/**
 * T10: makes the function that fetches a media file from an address that someone gave: https, a public name, the standard
 * port, no redirect, no header of the client's, and within the bounds of the upstream's row. The answers of others are never
 * repeated. What it throws names the address by its field: AppError 'invalid-input' for an address or file that is refused,
 * RateLimitError for a host that was asked too often, 'unavailable' or 'upstream' for one that fails.
 * @param uploadHosts where the addresses of uploads may be; none: on any public host
 */
export function createFetchFile(source: Upstream, uploadHosts: readonly string[]): FetchSource {
  const hosts = new Set(uploadHosts.map((host) => host.toLowerCase()))
  const assertHost = createHostLimit()
  return async (address, field) => {
    const url = publicUrl(address)
    if (!url) throw refused(`${field} must be an https URL of a public host`)
    const { host } = new URL(url)
    if (field === 'source_image_url' && hosts.size > 0 && !hosts.has(host)) {
      throw fieldError(field, `${field} must be on one of this site's upload hosts (UPLOAD_HOSTS)`)
    }
    assertHost(host, field)
    const make = (signal: AbortSignal) =>
      new Request(url, { redirect: 'manual', signal, headers: { Accept: 'image/*, video/*' } })
    const { status, headers, bytes } = await send(source, make)
    if (status !== 200) throw refused(`${field} has no file: it answers ${status}`)
    if (!TYPES.test(headers.get('Content-Type') ?? 'application/octet-stream')) {
      throw refused(`${field} is no GIF, WebP, PNG, MP4, WebM or MOV file`)
    }
    return bytes
  }
}

/** Counts requests by host. @throws RateLimitError for one too many of a minute */
function createHostLimit(): (host: string, field: string) => void {
  const counts = new Lru<{ since: number; requests: number }>({ entries: 1000 })
  return (host, field) => {
    const now = Date.now()
    const known = counts.get(host)
    const count = known && now - known.since < MINUTE_MS ? known : { since: now, requests: 0 }
    counts.set(host, count)
    if (++count.requests <= PER_HOST_MINUTE) return
    const wait = Math.ceil((count.since + MINUTE_MS - now) / 1000)
    throw new RateLimitError(`The host of ${field} was asked too often: try again in a minute`, wait)
  }
}

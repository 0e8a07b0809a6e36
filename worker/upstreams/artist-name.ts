import * as v from 'valibot'
import { AppError, UpstreamError } from '../../shared/errors.ts'
import { retryAfterOf } from '../../shared/net/headers.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { Line } from '../../shared/schema/text.ts'
import { send, textOf } from './send.ts'
import type { Upstream } from './upstreams.ts'

const Artist = v.object({ name: Line })

/**
 * The name of an artist of Spotify, by the path and field of its Web API.
 * https://developer.spotify.com/documentation/web-api/reference/get-an-artist
 * @param id of 22 letters and digits
 * @throws AppError 'not-found' for one that it does not have
 */
export async function artistName(spotify: Upstream, id: string): Promise<string> {
  const headers = { Accept: 'application/json' }
  const make = (signal: AbortSignal) =>
    new Request(`${spotify.base}/v1/artists/${id}`, { headers, signal, redirect: 'manual' })
  const breakerCall = { family: 'artist', request: id }
  const response = await send(spotify, make, { breakerCall })
  const { ok, status } = response
  if (status === 400 || status === 404) throw new AppError('not-found', 'Spotify has no such artist')
  const { name } = ok
    ? v.parse(v.fallback(Artist, { name: '' }), jsonOrNothing(textOf(response)))
    : { name: '' }
  if (name) return name
  const retryAfter = retryAfterOf(response.headers)
  throw new UpstreamError('Spotify did not say who it is', {
    status,
    retryAfter,
    ...(ok && { kind: 'upstream' }),
  })
}

import * as v from 'valibot'
import { AppError, UpstreamError } from '../../shared/errors.ts'
import { retryAfterOf } from '../../shared/net/headers.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { Line } from '../../shared/schema/text.ts'
import { within } from '../../shared/server/deadline.ts'
import { send, textOf } from './send.ts'
import type { Upstream, Upstreams } from './upstreams.ts'

const Artist = v.object({ name: Line })

/** A text that a header can have. */
const Token = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,2000}$/)),
  expires_in: v.pipe(v.number(), v.minValue(1)),
})

/** s that a token ends before its time, so that none ends on its way; and ms that a caller waits for another's flight. */
const EARLY_S = 30
const WAIT_MS = 4000

/** An app of Spotify's: without one, the service behind `SPOTIFY_URL` asks for no credentials. */
type App = { id: string; secret: string; waitUntil: (work: Promise<unknown>) => void }

/**
 * Looks artists of Spotify up, by the path and field of its Web API, with a token of the app's that lasts until it ends or is
 * refused. https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow
 */
export function createArtistName(upstreams: Pick<Upstreams, 'spotify' | 'spotifyAccounts'>, app: App) {
  const { spotify, spotifyAccounts } = upstreams
  let kept: { token: string; until: number } | undefined
  let flight: Promise<typeof kept> | undefined

  /** A token other than the refused one. Callers at the same time share a flight. */
  async function tokenFor(refused?: string): Promise<string | undefined> {
    if (!app.id || !app.secret) return undefined
    if (kept && kept.token !== refused && Date.now() < kept.until) return kept.token
    if (!flight) {
      flight = newToken(spotifyAccounts, app).finally(() => {
        flight = undefined
      })
      // It lives on where the caller who started it is gone.
      app.waitUntil(flight.catch(() => {}))
    }
    const landing = flight
    kept = await within(WAIT_MS, () => landing)
    return kept?.token
  }

  /**
   * @param id of 22 letters and digits
   * @throws AppError 'not-found' for an artist that it does not have
   */
  return async function artistName(id: string): Promise<string> {
    const token = await tokenFor()
    const first = await ask(spotify, id, token)
    const isRefused = first.status === 401 && token !== undefined
    const response = isRefused ? await ask(spotify, id, await tokenFor(token)) : first
    const { ok, status } = response
    if (status === 400 || status === 404) throw new AppError('not-found', 'Spotify has no such artist')
    const { name } = ok
      ? v.parse(v.fallback(Artist, { name: '' }), jsonOrNothing(textOf(response)))
      : { name: '' }
    if (name) return name
    throw new UpstreamError('Spotify did not say who it is', {
      status,
      retryAfter: retryAfterOf(response.headers),
      ...(ok && { kind: 'upstream' }),
    })
  }
}

function ask(spotify: Upstream, id: string, token: string | undefined) {
  const headers = { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const make = (signal: AbortSignal) =>
    new Request(`${spotify.base}/v1/artists/${id}`, { headers, signal, redirect: 'manual' })
  return send(spotify, make, { breakerCall: { family: 'artist', request: id } })
}

/** @throws UpstreamError for an app that Spotify does not know, and where it fails. None repeats what it said. */
async function newToken(accounts: Upstream, { id, secret }: App) {
  const make = (signal: AbortSignal) =>
    new Request(`${accounts.base}/api/token`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      signal,
      redirect: 'manual',
    })
  const response = await send(accounts, make, { breakerCall: { family: 'token', request: id } })
  const { success, output } = v.safeParse(Token, response.ok ? jsonOrNothing(textOf(response)) : undefined)
  if (!success) {
    const message = 'Spotify gave no access: see SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET'
    const { status, headers } = response
    throw new UpstreamError(message, { status, retryAfter: retryAfterOf(headers), kind: 'upstream' })
  }
  const { access_token: token, expires_in } = output
  return { token, until: Date.now() + (expires_in - EARLY_S) * 1000 }
}

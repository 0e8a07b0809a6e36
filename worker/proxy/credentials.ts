import type { Call } from '../../shared/calls/call.ts'
import { CREDENTIAL_HEADERS, type Credentials } from '../../shared/client/request.ts'
import { AppError } from '../../shared/errors.ts'
import type { Config } from '../env.ts'
import { cookieHeader, sessionCookies } from '../http/cookies.ts'
import { tokenOf } from '../http/viewer.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

const PASSWORD = /^[\x20-\x7e]{1,256}$/

/** A request's credentials. The session also stands alone: a check needs it without the rest of the cookies. */
export type RequestCredentials = Credentials & { session: string | undefined }

/** Reads a request's credentials; a malformed one is left out. */
export function readCredentials(headers: Headers, publicUrl: string): RequestCredentials {
  const cookies = sessionCookies(headers.get('Cookie') ?? '', publicUrl)
  const password = headers.get(CREDENTIAL_HEADERS.password) ?? ''
  return {
    session: cookies.sessionid,
    cookie: cookieHeader(cookies),
    csrf: cookies.csrftoken,
    token: tokenOf(headers),
    password: PASSWORD.test(password) ? password : undefined,
  }
}

/**
 * Our own keys for the scheduler's calls. An embedded scheduler needs none: the caller's role decides.
 * @throws AppError 'unavailable' where they are not configured.
 */
export function taggerKeys(
  { auth }: Pick<Call, 'auth'>,
  { needsKey }: Pick<Upstream, 'needsKey'>,
  { TAGGER_KEY, TAGGER_TOKEN }: Config,
): Credentials['tagger'] {
  if (auth !== 'tagger' || !needsKey) return undefined
  if (TAGGER_KEY && TAGGER_TOKEN) return { key: TAGGER_KEY, accessToken: TAGGER_TOKEN }
  throw new AppError('unavailable', 'The scheduler is not configured: TAGGER_KEY or TAGGER_TOKEN is missing')
}

/** Everything that a response must not repeat. */
export const secretsOf = (credentials: RequestCredentials): string[] =>
  [
    credentials.session,
    credentials.csrf,
    credentials.token,
    credentials.password,
    credentials.tagger?.key,
    credentials.tagger?.accessToken,
  ].flatMap((secret) => secret ?? [])

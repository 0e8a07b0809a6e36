import type { Call } from '../../shared/calls/call.ts'
import { CREDENTIAL_HEADERS, type Credentials } from '../../shared/client/credentials.ts'
import { AppError } from '../../shared/errors.ts'
import type { Config } from '../env.ts'
import { cookieHeader, sessionCookies } from './cookies.ts'

const TOKEN = /^Token ([\x21-\x7e]{1,512})$/i
const PASSWORD = /^[\x20-\x7e]{1,256}$/

/** Credentials of one request; the session by itself too, since another service must know only that there is one. */
export type Shown = Credentials & { session: string | undefined }

/** What a request shows, each thing only in the form that it has to have, and the session by itself. */
export function credentialsOf(headers: Headers): Shown {
  const cookies = sessionCookies(headers.get('Cookie') ?? '')
  const password = headers.get(CREDENTIAL_HEADERS.password) ?? ''
  return {
    session: cookies.sessionid,
    cookie: cookieHeader(cookies),
    csrf: cookies.csrftoken,
    token: TOKEN.exec(headers.get(CREDENTIAL_HEADERS.token) ?? '')?.[1],
    password: PASSWORD.test(password) ? password : undefined,
  }
}

/** The tagger's key and token are ours, and lent to the scheduler's calls alone. */
export function taggerOf(
  { auth }: Pick<Call, 'auth'>,
  { TAGGER_KEY, TAGGER_TOKEN }: Config,
): Credentials['tagger'] {
  if (auth !== 'tagger') return undefined
  if (TAGGER_KEY && TAGGER_TOKEN) return { key: TAGGER_KEY, accessToken: TAGGER_TOKEN }
  throw new AppError('unavailable', 'The scheduler is not configured: TAGGER_KEY or TAGGER_TOKEN is missing')
}

/** All that an answer must not repeat. */
export const secretsOf = (shown: Shown): string[] =>
  [
    shown.session,
    shown.csrf,
    shown.token,
    shown.password,
    shown.tagger?.key,
    shown.tagger?.accessToken,
  ].flatMap((secret) => secret ?? [])

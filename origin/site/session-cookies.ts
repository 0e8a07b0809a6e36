import { cookieOf } from '../../shared/net/headers.ts'
import { type OpenSession, SESSION_S } from '../people/sessions.ts'

/** The cookies of calls, by the site's names; the Worker sets their attributes (`worker/http/credentials.ts`). */
export const sessionCookies = ({ secret, csrf }: OpenSession): string[] => [
  `sessionid=${secret}; Max-Age=${SESSION_S}`,
  csrfCookie(csrf),
]

export const csrfCookie = (csrf: string): string => `csrftoken=${csrf}; Max-Age=${SESSION_S}`

export const NO_SESSION = ['sessionid=; Max-Age=0', 'csrftoken=; Max-Age=0']

const cookie = (headers: Headers, name: string): string | undefined =>
  cookieOf(headers.get('Cookie') ?? '', name) || undefined

/** The secret of a request's session; whether it is still good is not checked. */
export const sessionOf = (headers: Headers): string | undefined => cookie(headers, 'sessionid')

export const csrfTokenOf = (headers: Headers): string | undefined => cookie(headers, 'csrftoken')

import type { Call } from '../../shared/calls/call.ts'
import { type Client, type ClientOptions, createClient } from '../../shared/client/create-client.ts'
import type { Credentials } from '../../shared/client/request.ts'
import { readCookie } from './page.ts'

type PageOptions = Pick<ClientOptions, 'arrays' | 'log'> & {
  /** In addition to the session that the browser itself shows. */
  credentials?: () => Pick<Credentials, 'token' | 'password'>
  /** Instead of `fetch`. */
  send?: (request: Request) => Promise<Response>
}

/** A page's client of the host that served it (§7): writes carry the token of the `csrftoken` cookie. */
export const createPageClient = <Calls extends Record<string, Call>>(
  calls: Calls,
  { credentials, send = (request) => fetch(request), ...options }: PageOptions = {},
): Client<Calls> =>
  createClient(calls, send, {
    ...options,
    base: location.origin,
    credentials: () => ({ ...credentials?.(), csrf: readCookie('csrftoken') }),
  })

import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import type { PresentedCredentials, SignedInActor } from '../upstreams/origin.ts'
import { sessionCookies } from './cookies.ts'

const TOKEN = /^Token ([\x21-\x7e]{1,512})$/i

/** The API token of an `Authorization` header; a malformed one is left out. */
export const tokenOf = (headers: Headers): string | undefined =>
  TOKEN.exec(headers.get('Authorization') ?? '')?.[1]

function presentedIn(headers: Headers, publicUrl: string): PresentedCredentials | undefined {
  const token = tokenOf(headers)
  const session = sessionCookies(headers.get('Cookie') ?? '', publicUrl).sessionid
  return token || session ? { token, session } : undefined
}

/** Who is signed in at the embedded site. A read that all may make never needs to know. */
export async function viewerOf(c: Context<App>): Promise<SignedInActor | undefined> {
  const { identify } = c.get('services')
  const presented = presentedIn(c.req.raw.headers, c.get('publicUrl'))
  const found = presented && (await identify?.(presented))
  return found?.actor
}

import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { LoginSchema } from '../../shared/schema/account.ts'
import type { App } from '../app-types.ts'
import type { Answered } from './ask-upstream.ts'
import { callServices } from './call-services.ts'
import type { Shown } from './credentials-of.ts'
import { passOn } from './pass-on.ts'
import { readJson } from './to-response.ts'
import { notConfigured } from './upstreams.ts'

type C = Context<App>

// Cookies go to the site alone, so another service cannot tell who calls; and the scheduler's keys are lent only to
// somebody whom the site knows.
export const needsVouching = ({ upstream, auth }: Call) =>
  upstream !== 'site' && (auth === 'session' || auth === 'session+csrf' || auth === 'tagger')

/** @throws AppError 'unauthorized' unless the site says that the session is somebody's. */
export async function assertVouched(c: C, shown: Shown): Promise<void> {
  const { upstreams, vouch } = callServices(c.get('services').config)
  const unknown = new AppError('unauthorized', 'This call is for people who are logged in')
  if (!shown.session) throw unknown
  if (await vouch.isGood(shown.session)) return
  if (!upstreams.site.transport) throw notConfigured('site')
  const { loginCheck } = siteCalls
  const answered = await passOn(upstreams.site, {
    call: loginCheck,
    input: {},
    shown,
    ownOrigin: c.get('publicUrl'),
  })
  if (!(await rememberLogin(c, shown, answered))) throw unknown
}

/** Keeps what the site says of a session: its own pages' check spares us the next one. */
export async function rememberLogin(c: C, { session }: Shown, { status, bytes }: Answered): Promise<boolean> {
  if (!session) return false
  const answer = status === 200 ? readJson(bytes) : undefined
  const result = v.safeParse(LoginSchema, answer)
  const good = result.success && result.output.logged_in
  await callServices(c.get('services').config).vouch.remember(session, good)
  return good
}

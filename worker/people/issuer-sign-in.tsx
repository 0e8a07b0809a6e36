import { AppError } from '../../shared/errors.ts'
import { type AppContext, viewerOf } from '../http/context.ts'
import { ownSetCookie, readCredentials, sessionCookies } from '../http/credentials.ts'
import { addressOf, assertNetworkWithinLimits, networkOf } from '../http/rate-limit.ts'
import { languageLinks } from '../http/visitor.ts'
import { createIssuer, type Flow, type Issuer } from './issuer.ts'
import { peoplePage, toFailedPage } from './people-page.tsx'
import { drawSignIn, hasIssuer, ownTarget } from './sign-in.tsx'

/** What a browser keeps while its person is at the issuer. */
type Kept = Flow & { invite: string; next: string }

/** How long someone may take at the issuer, in s. */
const FLOW_S = 600
const NEXT_MAX = 512
const HOME = '/account'
const RETURN = '/login/oidc/callback'

// One per isolate: it keeps the issuer's metadata.
const issuers = new WeakMap<object, Issuer>()

function issuerOf(c: AppContext): Issuer {
  const services = c.get('services')
  const issuer = issuers.get(services) ?? createIssuer(services.upstreams.issuer, services.config)
  issuers.set(services, issuer)
  return issuer
}

/** @throws AppError 'unavailable' without a database */
async function accountsOf(c: AppContext) {
  const accounts = await c.get('services').issuerAccounts?.()
  if (accounts) return accounts
  throw new AppError('unavailable', 'There is no database for accounts')
}

const keep = (c: AppContext, line: string): void => {
  const cookie = ownSetCookie(line, c.get('publicUrl'))
  if (cookie) c.header('Set-Cookie', cookie, { append: true })
}

/** T64: signed and good for 10 minutes: who has it began the sign-in in this browser. */
async function keepFlow(c: AppContext, { state, nonce, verifier, invite, next }: Kept): Promise<void> {
  const until = Math.floor(Date.now() / 1000) + FLOW_S
  const text = [until, state, nonce, verifier, invite, encodeURIComponent(next)].join('~')
  keep(c, `oidc=${await (await accountsOf(c)).seal(text)}; Max-Age=${FLOW_S}`)
}

/** @throws AppError 'invalid-input' for a browser that has begun no sign-in, or too long ago */
async function keptFlow(c: AppContext): Promise<Kept> {
  const { oidc } = sessionCookies(c.req.header('Cookie') ?? '', c.get('publicUrl'))
  const text = oidc && (await (await accountsOf(c)).unseal(oidc))
  const [until, state, nonce, verifier, invite = '', ...next] = text ? text.split('~') : []
  if (!state || !nonce || !verifier || !(Number(until) * 1000 > Date.now())) {
    throw new AppError('invalid-input', 'This sign-in was not begun in this browser, or too long ago')
  }
  return { state, nonce, verifier, invite, next: decodeURIComponent(next.join('~')) || HOME }
}

const counted = (c: AppContext) => assertNetworkWithinLimits(c, ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT'], 'oidc ')

/** Sends the person to the issuer. Who is signed in already is asked again there: what changes access wants a fresh sign-in (T55). */
async function leave(c: AppContext): Promise<string> {
  await counted(c)
  const again = (await viewerOf(c)) !== undefined
  const { address, flow } = await issuerOf(c).begin(c.get('publicUrl') + RETURN, again)
  const next = ownTarget(c.req.query('next'), HOME)
  const [invite = ''] = /^[\w-]{1,64}$/.exec(c.req.query('invite') ?? '') ?? []
  await keepFlow(c, { ...flow, invite, next: next.length > NEXT_MAX ? HOME : next })
  return address.href
}

/** Opens the session of a person who comes back from the issuer. What the browser kept is used up by it, however it ends. */
async function comeBack(c: AppContext): Promise<string> {
  await counted(c)
  const flow = await keptFlow(c)
  keep(c, 'oidc=; Max-Age=0')
  const accounts = await accountsOf(c)
  const address = new URL(RETURN + new URL(c.req.url).search, c.get('publicUrl'))
  const person = await issuerOf(c).complete(address, flow)
  const { raw } = c.req
  const credentials = readCredentials(raw.headers, c.get('publicUrl'))
  const headers = new Headers({ Cookie: credentials.cookie ?? '' })
  for (const name of ['User-Agent', 'Accept-Language']) headers.set(name, raw.headers.get(name) ?? '')
  headers.set('Known-Browser', credentials.known ?? '')
  const request = {
    headers,
    network: networkOf(addressOf(c)),
    viewer: await viewerOf(c),
    nowMs: Date.now(),
    registration: (await c.get('services').settings.known()).registration,
    invite: flow.invite || undefined,
  }
  for (const cookie of await accounts.signIn(person, request)) keep(c, cookie)
  return languageLinks(c)(flow.next)
}

/** A page that leads on, or shows the sign-in page with what was wrong. */
function leading(act: (c: AppContext) => Promise<string>) {
  const missing = peoplePage({ draw: notHere, submit: async () => notHere() })
  return {
    POST: missing.POST,
    async GET(c: AppContext): Promise<Response> {
      if (!hasIssuer(c)) return missing.GET(c)
      try {
        return c.redirect(await act(c), 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return toFailedPage(c, (page) => drawSignIn(page, error.kind), error)
      }
    },
  }
}

function notHere(): never {
  throw new AppError('not-found', 'There is nothing at this address')
}

/** `/login/oidc`, where `OIDC_ISSUER` is set. */
export const leavePage = leading(leave)
/** `/login/oidc/callback`: where the issuer sends people back to. */
export const returnPage = leading(comeBack)

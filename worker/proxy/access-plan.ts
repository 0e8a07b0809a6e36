import type { Auth, Call, Role } from '../../shared/calls/call.ts'

/** Who knows people: the call's service, which then finds out its callers, and our own embedded site. */
export type Setting = { namesItsCaller: boolean; arePeopleHere: boolean }

/** What of a request decides its plan. */
export type Sent = {
  isWrite: boolean
  hasToken: boolean
  hasSession: boolean
  /** Whether a page makes the call, whose form has shown where it comes from. */
  isPage: boolean
}

/** What has to be true of a request before its call is forwarded, and what the service gets of its caller. */
export type Plan = {
  /** CSRF: what the request shows of where it comes from. */
  origin: 'any' | 'own' | 'own, with the csrf token'
  /** T33: the credentials that count as a guess until they were accepted once. */
  guesses: { token: boolean; session: boolean }
  /** Who says whose call it is; undefined where the service alone finds out. `site, now`: never from memory. */
  asks: 'people' | 'site' | 'site, now' | undefined
  /** The least role that is checked here. */
  role: Role
  /** Whether a caller whom we do not know may go on: the service that issued their token decides. */
  letsUnknownPass: boolean
  /** T19: whether the csrf token has to be that of the caller's session. */
  isBoundToSession: boolean
  /** What remembers that the caller was accepted. */
  remembers: 'token' | 'session' | undefined
  /** Counters of what the call costs: of the network, and of the account. */
  limits: { network: boolean; account: boolean }
  /** T41: whether the service gets the caller's id, and our own keys. */
  adds: { user: boolean; keys: boolean }
}

/** When we find out who makes a call: for each request, where not every visitor may, where no token is sent, or never. */
type Finds = 'always' | 'for a role' | 'by session' | 'never'

type Place = 'here' | 'people here' | 'site elsewhere' | 'gateway elsewhere' | 'elsewhere'

/** Where the site is elsewhere we check what a service cannot: cookies go to the site alone, and the keys are ours. */
const FINDS: Record<Place, { rest: Finds } & Partial<Record<Auth, Finds>>> = {
  // An embedded service knows only the callers that we name.
  here: { rest: 'always' },
  // A service elsewhere, of people who are ours.
  'people here': { rest: 'always', none: 'for a role' },
  'site elsewhere': { rest: 'never' },
  // T41: for a session in place of its token, the site says whose it is.
  'gateway elsewhere': { rest: 'for a role', token: 'by session' },
  elsewhere: { rest: 'for a role', token: 'never' },
}

function placeOf({ upstream }: Pick<Call, 'upstream'>, { namesItsCaller, arePeopleHere }: Setting): Place {
  if (!namesItsCaller) return 'here'
  if (arePeopleHere) return 'people here'
  return upstream === 'site' || upstream === 'gateway' ? `${upstream} elsewhere` : 'elsewhere'
}

type PlannedCall = Pick<Call, 'upstream' | 'auth' | 'role'>

/** The plan of a call (T18, T33, T41): what is checked, who checks it, and what is passed on. It reads nothing else. */
export function planOf(call: PlannedCall, setting: Setting, sent: Sent): Plan {
  const { upstream, auth, role } = call
  const { namesItsCaller, arePeopleHere } = setting
  const { rest, [auth]: finds = rest } = FINDS[placeOf(call, setting)]
  const isByToken = auth === 'token' && namesItsCaller
  const isBySession =
    isByToken && (upstream === 'site' || upstream === 'gateway') && !sent.hasToken && sent.hasSession
  const isFound = {
    always: true,
    'for a role': role !== 'visitor',
    'by session': isBySession,
    never: false,
  }[finds]
  // A browser adds no token by itself: who sends one means it, and it counts before a session.
  const isOwnToken = sent.hasToken && finds === 'always' && arePeopleHere
  const sendsSession =
    isBySession ||
    (upstream === 'site' && auth.startsWith('session')) ||
    (role !== 'visitor' && (finds === 'always' || finds === 'for a role'))
  const guesses = { token: isOwnToken, session: sent.hasSession && sendsSession }
  return {
    origin: sent.isPage || isOwnToken ? 'any' : originOf(call, sent),
    guesses,
    asks: isFound ? askedOf(call, setting) : undefined,
    role: isFound ? role : 'visitor',
    letsUnknownPass: isByToken && sent.hasToken,
    isBoundToSession: sent.isWrite && auth !== 'none',
    remembers: rememberedOf(sent, finds, guesses),
    limits: { network: sent.isWrite && auth === 'none', account: upstream === 'imaging' && !namesItsCaller },
    adds: {
      user: isFound && namesItsCaller && (arePeopleHere || auth === 'token' || auth === 'tagger'),
      keys: namesItsCaller && auth === 'tagger',
    },
  }
}

// A call without credentials has nothing that another site could misuse; its origin counts all the same. A fetch or a cut
// costs the imaging service work: no other site may have a visitor start it.
function originOf({ upstream, auth }: PlannedCall, { isWrite }: Sent): Plan['origin'] {
  if (!isWrite) return upstream === 'imaging' ? 'own' : 'any'
  return auth === 'none' ? 'own' : 'own, with the csrf token'
}

function askedOf({ auth }: PlannedCall, { arePeopleHere }: Setting): Plan['asks'] {
  if (arePeopleHere) return 'people'
  // Calls that use our own keys do not rely on what the site said before.
  return auth === 'tagger' ? 'site, now' : 'site'
}

function rememberedOf({ hasToken }: Sent, finds: Finds, guesses: Plan['guesses']): Plan['remembers'] {
  if (hasToken && finds === 'always') return 'token'
  return guesses.session ? 'session' : undefined
}

import type { UpstreamName } from '../../shared/calls/call.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Origin } from '../../shared/server/origin.ts'
import type { Config } from '../env.ts'
import { Breaker } from './breaker.ts'
import { type Fault, providerFailure, serviceFailure } from './failure.ts'

/** The six of §7, this Worker itself, the capture service, which takes reports, Spotify, wherever a file to upload is, and who lets people in. */
export type UpstreamRowName =
  | UpstreamName
  | 'capture'
  | 'source'
  | 'spotify'
  | 'spotifyAccounts'
  | 'issuer'
  | 'webhook'

/** What an upstream can, or needs: what its callers ask, instead of where it runs. */
export type Abilities = {
  /** It finds out by itself who makes a call. One that does not is told, with what the browser says of itself. */
  namesItsCaller: boolean
  /** Its requests carry our key, so that each is counted (T44), and of its lists fixed pages alone are read. */
  needsKey: boolean
  /** Its failures are ours, and so 'unavailable' instead of 'upstream'. */
  failsAsOurs: boolean
  /** Its good responses may be passed on while they are made. */
  streams: boolean
  /** The addresses that it writes begin with our own scheme and host, by which it is addressed. */
  linksToUs: boolean
  /** It takes a form's file apart from the request, and keeps files for people, whose uploads are limited. */
  takesFiles: boolean
  /** It has the calls that only the embedded service has (`docs/contract.md`), and with them pages for staff. */
  hasOwnCalls: boolean
  /** People sign in here: their sessions, tokens and partners' keys are in our database. */
  hasAccounts: boolean
  /** It counts what is seen and searched for, once for each network and hour. */
  keepsCounters: boolean
  /** A write may say what its page has seen, and is refused where that has changed since. */
  checksSeen: boolean
  /** It knows whose an item is, and decides who may see and change it. */
  knowsOwners: boolean
  /** It leaves hidden items out, so that a copy from before a restoration is without them. */
  leavesOutHidden: boolean
  /** It finds items by the addresses and ids that they had elsewhere (`docs/moving.md`). */
  knowsOldIds: boolean
  /** Its lists may begin with what is featured, and it says of an item whether it is. */
  hasFeatured: boolean
}

const ELSEWHERE: Abilities = {
  namesItsCaller: true,
  needsKey: true,
  failsAsOurs: false,
  streams: false,
  linksToUs: false,
  takesFiles: false,
  hasOwnCalls: false,
  hasAccounts: false,
  keepsCounters: false,
  checksSeen: false,
  knowsOwners: false,
  leavesOutHidden: false,
  knowsOldIds: false,
  hasFeatured: false,
}

const EMBEDDED: Abilities = {
  ...ELSEWHERE,
  namesItsCaller: false,
  needsKey: false,
  failsAsOurs: true,
  streams: true,
  linksToUs: true,
  takesFiles: true,
}

/** Everything that is particular to an upstream. What a status or a body means is read where its calls are made. */
type Row = {
  /** The variable with its address: a URL without a trailing slash; for `capture` a DSN. None where each request has its own. */
  variable?: Exclude<keyof Config & `${string}_${'URL' | 'DSN'}`, 'PUBLIC_URL'>
  /** Its address where none is configured: such an upstream has no embedded origin. */
  home?: string
  /** The variable without which its home is not asked. */
  app?: 'SPOTIFY_CLIENT_SECRET'
  /** ms until a response must have begun, and until it must be there in all. */
  deadlines: { begin: number; whole: number }
  /** The same for reads, where they are shorter. */
  readDeadlines?: { begin: number; whole: number }
  /** What `send` makes once more when the connection failed before a response began. */
  repeats: 'reads' | 'nothing'
  /** What checks the breaker: `send`; or the cache in front of it, which may have a copy instead; or nothing. */
  breaker: 'send' | 'cache' | 'none'
  /** Which responses' bodies are read, up to how many decompressed bytes; of an error at most `ERROR_MAX`. */
  body: { of: 'all' | 'ok'; max: number } | undefined
  /** What a caller gets where there is no whole response. */
  failure: (fault: Fault) => AppError
  /** What its embedded origin can besides what every one can. */
  embedded?: Partial<Abilities>
}

const KB = 1024
const MB = 1024 * KB

/** Bytes that are read of a response with a bad status. */
export const ERROR_MAX = 64 * KB

const SERVICE = {
  deadlines: { begin: 5_000, whole: 10_000 },
  repeats: 'reads',
  breaker: 'send',
  body: { of: 'all', max: 4 * MB },
  failure: serviceFailure,
} as const

const OF_SPOTIFY = {
  variable: 'SPOTIFY_URL',
  app: 'SPOTIFY_CLIENT_SECRET',
  deadlines: { begin: 3_000, whole: 3_000 },
  repeats: 'nothing',
  breaker: 'send',
  body: { of: 'ok', max: 256 * KB },
  failure: serviceFailure,
} as const

/** What requests to addresses of people have in common: each is checked, and asked once. */
const OF_ANY_HOST = { home: 'https:', repeats: 'nothing', breaker: 'none', failure: serviceFailure } as const

/** All that leaves the Worker, one row each. */
const TABLE: Record<UpstreamRowName, Row> = {
  provider: {
    variable: 'PROVIDER_URL',
    // Pages give up long before (`worker/provider/cache/flights.ts`), but a late response still fills the cache, up to
    // here: the platform ends what a request leaves behind after 30 s.
    deadlines: { begin: 20_000, whole: 20_000 },
    repeats: 'nothing',
    breaker: 'cache',
    body: { of: 'all', max: 2 * MB },
    failure: providerFailure,
    embedded: { knowsOwners: true, leavesOutHidden: true, knowsOldIds: true, hasFeatured: true },
  },
  pingback: {
    variable: 'PINGBACK_URL',
    deadlines: { begin: 10_000, whole: 10_000 },
    // A batch is tried again by the queue, or without one by the sink (`worker/pingbacks/sink.ts`).
    repeats: 'nothing',
    breaker: 'none',
    body: undefined,
    failure: serviceFailure,
    embedded: { keepsCounters: true },
  },
  site: {
    variable: 'SITE_URL',
    ...SERVICE,
    embedded: { hasOwnCalls: true, hasAccounts: true, keepsCounters: true, checksSeen: true },
  },
  gateway: {
    variable: 'GATEWAY_URL',
    ...SERVICE,
    // Pages of stories and staff wait for them, as for the provider's.
    readDeadlines: { begin: 2_500, whole: 5_000 },
    embedded: { checksSeen: true },
  },
  worker: SERVICE,
  // It fetches and cuts before it responds.
  imaging: { variable: 'IMAGING_URL', ...SERVICE, deadlines: { begin: 20_000, whole: 25_000 } },
  vimeo: {
    variable: 'VIMEO_URL',
    home: 'https://vimeo.com',
    deadlines: { begin: 3_000, whole: 3_000 },
    repeats: 'nothing',
    breaker: 'cache',
    body: { of: 'ok', max: 256 * KB },
    failure: serviceFailure,
  },
  // Its id is checked before (`artist-name.ts`); nothing replaces it.
  spotify: { home: 'https://api.spotify.com', ...OF_SPOTIFY },
  // A service in the place of Spotify's gives the tokens too.
  spotifyAccounts: { home: 'https://accounts.spotify.com', ...OF_SPOTIFY },
  // T10: only `fetch-file.ts` names its addresses.
  source: {
    ...OF_ANY_HOST,
    deadlines: { begin: 5_000, whole: 20_000 },
    body: { of: 'ok', max: 25 * MB },
  },
  // T64: what `OIDC_ISSUER` names, and what its metadata name (`worker/people/issuer.ts`). A code is good once.
  issuer: {
    ...OF_ANY_HOST,
    deadlines: { begin: 5_000, whole: 8_000 },
    body: { of: 'all', max: 256 * KB },
  },
  // T65: what staff have written, each address checked at each try (`origin/webhooks/deliver.ts`).
  webhook: {
    ...OF_ANY_HOST,
    deadlines: { begin: 5_000, whole: 5_000 },
    body: undefined,
  },
  capture: {
    variable: 'CAPTURE_DSN',
    deadlines: { begin: 5_000, whole: 5_000 },
    repeats: 'nothing',
    breaker: 'none',
    body: undefined,
    failure: serviceFailure,
  },
}

/** No whole response, or a status from 500 on; `at` is in ms. */
export type UpstreamFailure = {
  reason: Exclude<Fault['reason'], 'open'> | 'status'
  status: number | undefined
  at: number
}

/** What an isolate remembers of an upstream, for staff: its last response that was no failure (ms), and its last failure. */
export type UpstreamLog = { answeredAt?: number; failed?: UpstreamFailure }

/** A row with its address, transport and breakers. */
export type Upstream = Omit<Row, 'home' | 'app' | 'breaker' | 'embedded'> &
  Abilities & {
    name: UpstreamRowName
    /** What the paths of its calls are appended to. */
    base: string
    /** Undefined where neither an address is configured nor an origin embedded. */
    transport: Origin | undefined
    /** Checked by `send` before each call. */
    breaker: Breaker | undefined
    /** Checked by the cache before each load. */
    cacheBreaker: Breaker | undefined
    log: UpstreamLog
  }

export type Upstreams = Record<UpstreamRowName, Upstream>

/** The network. No other module may fetch: all that leaves the Worker has a row here. */
const network: Origin = (request) => fetch(request)

/** The base of requests to an embedded origin. They do not leave the isolate. */
const EMBEDDED_BASE = 'https://embedded.internal'

/** Makes the upstreams of an isolate, each with its own breaker. `origins` stand in for those without an address. */
export function createUpstreams(
  config: Pick<Config, NonNullable<Row['variable'] | Row['app']>>,
  origins: Partial<Record<UpstreamRowName, Origin | undefined>>,
): Upstreams {
  const upstream = (name: UpstreamRowName): Upstream => {
    const { home = '', variable, app } = TABLE[name]
    const usual = app && !config[app] ? '' : home
    return createUpstream(name, (variable && config[variable]) || usual, origins[name])
  }
  return {
    provider: upstream('provider'),
    pingback: upstream('pingback'),
    site: upstream('site'),
    gateway: upstream('gateway'),
    imaging: upstream('imaging'),
    vimeo: upstream('vimeo'),
    worker: upstream('worker'),
    spotify: upstream('spotify'),
    spotifyAccounts: upstream('spotifyAccounts'),
    source: upstream('source'),
    issuer: upstream('issuer'),
    webhook: upstream('webhook'),
    capture: upstream('capture'),
  }
}

/** One upstream, with its own breaker. @param origin takes the place of an empty `url` */
export function createUpstream(name: UpstreamRowName, url: string, origin: Origin | undefined): Upstream {
  const { home: _, app: __, breaker, embedded, ...row } = TABLE[name]
  return {
    ...row,
    ...(url ? ELSEWHERE : { ...EMBEDDED, ...embedded }),
    name,
    base: url || EMBEDDED_BASE,
    transport: url ? network : origin,
    breaker: breaker === 'send' ? new Breaker() : undefined,
    cacheBreaker: breaker === 'cache' ? new Breaker() : undefined,
    log: {},
  }
}

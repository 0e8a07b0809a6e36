import type { AnalyticsEngineDataset, Fetcher, KVNamespace, RateLimit } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { REGISTRATIONS } from '../shared/schema/own/rules.ts'
import type { LibraryBindings } from '../shared/server/origin.ts'

/** The platform's bindings. Each may be missing: its part of the product is then off, and nothing crashes. */
export type Bindings = LibraryBindings & {
  ASSETS?: Fetcher
  CACHE?: KVNamespace
  PINGBACK_LIMIT?: RateLimit
  ERROR_LIMIT?: RateLimit
  GUESS_LIMIT?: RateLimit
  GUESS_WIDE_LIMIT?: RateLimit
  ACCOUNT_LIMIT?: RateLimit
  SESSION_LIMIT?: RateLimit
  PROVIDER_LIMIT?: RateLimit
  PROVIDER_WIDE_LIMIT?: RateLimit
  PROVIDER_TOTAL_LIMIT?: RateLimit
  UPLOAD_LIMIT?: RateLimit
  TOTAL_LIMIT?: RateLimit
  EVENTS?: AnalyticsEngineDataset
}

/** What a server on one machine binds besides (`worker/machine/queues.ts`). */
export type MachineBinding = { MACHINE?: { state(): Promise<{ memory: object; disk: object }> } }

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Whether no one on the network can read what is sent to an address: https, or http to this machine. */
export const isConfidential = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.test(hostname))

function isUpstreamUrl(text: string): boolean {
  const url = /[\s?#]/.test(text) ? null : URL.parse(text)
  return url !== null && isConfidential(url)
}

function withoutEndSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

const upstream = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform(withoutEndSlashes),
      v.check(
        (url) => url === '' || isUpstreamUrl(url),
        `${name} must be an https URL without a query; http is for localhost`,
      ),
    ),
    '',
  )

/** As its own metadata write it, with or without a slash at its end: the two have to be the same. */
const issuer = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (url) => url === '' || isUpstreamUrl(url),
        `${name} must be an https URL; http is for localhost`,
      ),
    ),
    '',
  )

const word = v.optional(v.pipe(v.string(), v.trim()), '')

/** What a provider speaks. */
const shape = (name: string) =>
  v.optional(v.picklist(['giphy', 'tenor', 'klipy'], `${name} must be one of giphy, tenor, klipy`), 'giphy')

/** Words, separated by commas or spaces. */
const words = <S extends v.GenericSchema<string>>(each: S) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
      v.array(each),
    ),
    '',
  )

/** Host names: `media.example.com cdn.example.com`. */
const hosts = (name: string) =>
  words(v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, `${name} are host names`)))

/** A text of a form that also an empty one has. */
const formed = (form: RegExp, message: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.regex(form, message)), '')

const ConfigSchema = v.object({
  /** The product's name; empty: as staff have set it, else Loopframe. */
  BRAND_NAME: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(60),
      v.transform((name) => name || 'Loopframe'),
    ),
    '',
  ),
  /** Who may register; empty: as staff have set it. */
  REGISTRATION: v.optional(
    v.picklist(['', ...REGISTRATIONS], `REGISTRATION must be one of ${REGISTRATIONS.join(', ')}`),
    '',
  ),
  PUBLIC_URL: upstream('PUBLIC_URL'),
  /** The address that `npm start` or `serve` has printed: mails lead there where `PUBLIC_URL` is empty. */
  LOCAL_URL: upstream('LOCAL_URL'),
  /** `keep`: mails stay in the outbox, where staff find their links. A local server simulates its mail service. */
  MAILS: v.optional(v.picklist(['send', 'keep'], 'MAILS is send or keep'), 'send'),
  /** The hash of the token of the maker that `npm start` or `serve` starts; '' for none. */
  MAKER_HASH: word,
  ADMIN_HOST: word,
  /** The proxies in front of the Worker, whose `X-Forwarded-For` counts; `on`: the one that reaches it. */
  TRUST_PROXY: words(
    v.pipe(v.string(), v.regex(/^(on|[\da-f:.]{2,45})$/i, 'TRUST_PROXY is on, or addresses of proxies')),
  ),
  PROVIDER_URL: upstream('PROVIDER_URL'),
  PROVIDER_KEY: word,
  /** What the provider at `PROVIDER_URL` speaks. */
  PROVIDER_SHAPE: shape('PROVIDER_SHAPE'),
  /** Whether the Worker may ask the provider and keep its responses, or pages call it; empty: as its host's terms say. */
  PROVIDER_TERMS: v.optional(
    v.picklist(['', 'proxy', 'direct'], 'PROVIDER_TERMS must be one of proxy, direct'),
    '',
  ),
  PROVIDER_2_URL: upstream('PROVIDER_2_URL'),
  PROVIDER_2_KEY: word,
  PROVIDER_2_SHAPE: shape('PROVIDER_2_SHAPE'),
  PROVIDER_3_URL: upstream('PROVIDER_3_URL'),
  PROVIDER_3_KEY: word,
  PROVIDER_3_SHAPE: shape('PROVIDER_3_SHAPE'),
  PROVIDER_4_URL: upstream('PROVIDER_4_URL'),
  PROVIDER_4_KEY: word,
  PROVIDER_4_SHAPE: shape('PROVIDER_4_SHAPE'),
  /** The providers in the order in which they are asked; empty: by their numbers. */
  PROVIDERS: words(v.picklist(['1', '2', '3', '4', 'library'], 'PROVIDERS are 1, 2, 3, 4, library')),
  PINGBACK_URL: upstream('PINGBACK_URL'),
  SITE_URL: upstream('SITE_URL'),
  GATEWAY_URL: upstream('GATEWAY_URL'),
  IMAGING_URL: upstream('IMAGING_URL'),
  VIMEO_URL: upstream('VIMEO_URL'),
  /** Answers `/v1/artists/{id}` as Spotify's Web API does, and `/api/token` where there is an app. */
  SPOTIFY_URL: upstream('SPOTIFY_URL'),
  /** An app of Spotify's. */
  SPOTIFY_CLIENT_ID: word,
  SPOTIFY_CLIENT_SECRET: word,
  /** Where people may sign in with accounts that they have already (T64): an OpenID Connect issuer, and who we are there. */
  OIDC_ISSUER: issuer('OIDC_ISSUER'),
  OIDC_CLIENT_ID: word,
  OIDC_CLIENT_SECRET: word,
  /** The claim that says what a person may; empty: staff say it here alone. */
  OIDC_ROLE_CLAIM: word,
  /** Hosts of the provider's media. */
  MEDIA_HOSTS: hosts('MEDIA_HOSTS'),
  /** Hosts that the imaging service may fetch from; empty: `MEDIA_HOSTS`. */
  IMAGING_HOSTS: hosts('IMAGING_HOSTS'),
  /** Hosts that the address of an upload may be on; empty: any public one. */
  UPLOAD_HOSTS: hosts('UPLOAD_HOSTS'),
  CAPTURE_DSN: word,
  /** Who our mails come from; empty: `no-reply@` the host of `PUBLIC_URL`. */
  MAIL_FROM: formed(/^([^\s@<>]{1,64}@[^\s@<>]{1,190})?$/, 'MAIL_FROM is an e-mail address'),
  ANALYTICS_ID: formed(/^[\w-]{0,40}$/, 'ANALYTICS_ID is an id like G-XXXXXXX'),
  /** What Cloudflare charges for: on the free plan a request has 10 ms, so passwords cost less, with `PASSWORD_KEY`. */
  PLAN: v.optional(v.picklist(['', 'free'], 'PLAN is free, or empty'), ''),
  /** `required`: who may moderate or more needs a second factor. */
  STAFF_2FA: v.optional(v.picklist(['', 'required'], 'STAFF_2FA is required, or empty'), ''),
  /** What passwords are stored with on the free plan. No copy of the database has it. */
  PASSWORD_KEY: word,
  TAGGER_KEY: word,
  TAGGER_TOKEN: word,
  /** RFC 9116: a URI that weaknesses are reported to. */
  SECURITY_CONTACT: formed(
    /^((mailto:|https:\/\/|tel:)[\x21-\x7e]{1,200})?$/,
    'SECURITY_CONTACT begins with mailto:, https: or tel:',
  ),
  /** Who may read the API on other sites: everyone, or partners by their keys. */
  API_ACCESS: v.optional(v.picklist(['open', 'keys']), 'open'),
  TRACKING: v.optional(v.picklist(['on', 'off']), 'on'),
  /** One line of JSON per request. */
  LOGS: v.optional(v.picklist(['on', 'off']), 'off'),
  /** `Server-Timing` for a query with `debug`. Timings tell a stranger what is cached: only for development. */
  DEBUG: v.optional(v.picklist(['on', 'off']), 'off'),
})

/** The names of all variables, for what starts a Worker. */
export const configNames = (): string[] => Object.keys(ConfigSchema.entries)

/** The configuration of `docs/contract.md`, checked. */
export type Config = v.InferOutput<typeof ConfigSchema>

/** Where links in mails lead (T62): a configured address, never a request's. '' for none. */
export const mailUrlOf = ({ PUBLIC_URL, LOCAL_URL }: Config): string => PUBLIC_URL || LOCAL_URL

/** Checks the configuration. @throws Error that names the first bad variable, and never its value. */
export function readConfig(env: object): Config {
  const result = v.safeParse(ConfigSchema, env)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`Configuration: ${v.getDotPath(issue) ?? ''}: ${issue.message.split(': Expected')[0]}`)
}

import * as v from 'valibot'
import { AppError, InputError } from '../errors.ts'
import { oncePer } from '../once-per.ts'
import { own } from '../own.ts'
import type { TokenScope } from '../schema/choices.ts'
import { isQueryLength } from './fields.ts'

type Fields = v.GenericSchema<unknown, Record<string, unknown>>

/** The services of §7. Each has its own configuration and its own credentials. */
export type ServiceName = 'provider' | 'pingback' | 'site' | 'gateway' | 'imaging' | 'vimeo'

/** Where calls go: `worker` is this Worker itself, which has no service elsewhere. */
export type UpstreamName = ServiceName | 'worker'

/** The credentials that a call needs (§6). `shared/client/request.ts` turns them into headers. */
export type Auth = 'none' | 'key' | 'session' | 'session+csrf' | 'csrf' | 'token' | 'tagger'

/** Who may make a call (`docs/contract.md`, Roles); each may what those before may. An owner is whose the item is. */
export type Role = 'visitor' | 'user' | 'owner' | 'artist' | 'moderator' | 'staff'

/** How much a role may: each what those below it may. Whether an owner owns the row is decided by the row's service. */
export const ROLE_RANK: Readonly<Record<Role, number>> = {
  visitor: 0,
  user: 1,
  owner: 1,
  artist: 2,
  moderator: 3,
  staff: 4,
}

/** One call of the API (§7): address, input and response. Client, proxy, origin and reference all read this entry. */
export type Call<Input extends Fields = Fields, Response extends v.GenericSchema = v.GenericSchema> = {
  upstream: UpstreamName
  /** `ANY`: a base path for calls that the specification does not list; the caller names the method. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY'
  /** A Hono path: `/v1/:type{gifs|stickers}/search`. Its placeholders take fields of the input. */
  path: string
  /** How the other fields travel. */
  encoding: 'query' | 'form' | 'json' | 'multipart' | 'raw'
  /** `none`: the response body is not read. */
  responseType: 'json' | 'text' | 'none'
  auth: Auth
  /** The least role that may make the call; who has it is checked where it can be known: `worker/proxy/access-plan.ts`. */
  role: Role
  /** T55: what an API token has to be for; no token makes a call of `none`. */
  scope: TokenScope | 'none'
  /** T55: whether a session makes it only in the first 15 minutes, or after the password was given again. */
  wantsFresh: boolean
  /** §7: the call takes an optional password header, for a user's own record. */
  withPassword: boolean
  /** Where calls share an address, a query with this field selects this one. */
  matchedBy: string | undefined
  /** §5: what a client does with invalid input. `log` logs the error and sends no request. */
  onBadInput: 'throw' | 'log'
  /** §9: responses are cached for 60 s. `never` for random picks, writes and personal data. */
  cache: 'minute' | 'never'
  input: Input
  response: Response
}

type Define = <I extends Fields, A extends v.GenericSchema>(
  role: Role,
  path: string,
  input: I,
  response: A,
  rest?: Partial<Call<I, A>>,
) => Call<I, A>

type Defaults = Pick<Call, 'upstream' | 'auth' | 'cache'> & {
  /** What is different for a POST or PUT (a form, unless it says so), and whose rights a DELETE needs. */
  writes?: Partial<Pick<Call, 'auth' | 'encoding'>>
}

/** T55: the scope of most calls. */
function scopeOf(role: Role, method: Call['method']): TokenScope {
  if (ROLE_RANK[role] >= ROLE_RANK.moderator) return 'moderate'
  return method === 'GET' ? 'read' : 'edit'
}

/** T55: what differs for a call that changes what lets people in. */
export const OF_ACCESS = { scope: 'none', wantsFresh: true } as const

/** Functions that define calls with these defaults, one per method: least role, path, input, response, what differs. */
export function family({
  writes,
  ...defaults
}: Defaults): Record<'get' | 'post' | 'put' | 'del' | 'any', Define> {
  const defineBy =
    (method: Call['method'], encoding: Call['encoding'], auth: Auth = defaults.auth): Define =>
    (role, path, input, response, rest) => ({
      ...defaults,
      method,
      role,
      path,
      input,
      response,
      encoding,
      auth,
      responseType: 'json',
      scope: scopeOf(role, method),
      wantsFresh: false,
      withPassword: false,
      matchedBy: undefined,
      onBadInput: 'throw',
      ...rest,
    })
  const encoding = writes?.encoding ?? 'form'
  return {
    get: defineBy('GET', 'query'),
    post: defineBy('POST', encoding, writes?.auth),
    put: defineBy('PUT', encoding, writes?.auth),
    del: defineBy('DELETE', 'query', writes?.auth),
    any: defineBy('ANY', 'raw'),
  }
}

/** The site's calls: by the session's cookie, its writes by the token of its pages too. */
export const bySession = family({
  upstream: 'site',
  auth: 'session',
  cache: 'never',
  writes: { auth: 'session+csrf' },
})

/** Those by a token (§6), or by a session where it is missing. */
export const byToken = family({ upstream: 'site', auth: 'token', cache: 'never' })

/**
 * Validates a call's raw fields; fields that the schema does not name are dropped.
 * @throws InputError with a message per invalid field, or AppError 'query-too-long' (414 in `docs/wire.md`).
 */
export function parseInput<C extends Pick<Call, 'input'>>(
  call: C,
  raw: Record<string, unknown>,
): v.InferOutput<C['input']> {
  const result = v.safeParse(call.input, raw)
  if (result.success) return result.output
  const [first] = result.issues
  if (first.type === 'max_graphemes' || first.requirement === isQueryLength)
    throw new AppError('query-too-long', first.message)
  const detail = new Map<string, string>()
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? ''
    if (!detail.has(field)) detail.set(field, messageOf(issue))
  }
  throw new InputError(messageOf(first), Object.fromEntries(detail))
}

// Our messages are whole sentences, or predicates ("must be …") that follow the field's name.
function messageOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? ''
  if (/^(must|is|holds) /.test(issue.message)) return `${field} ${issue.message}`
  if (!issue.message.startsWith('Invalid ')) return issue.message
  return issue.received === 'undefined' ? `${field} is required` : `${field}: ${issue.message}`
}

const PLACEHOLDER = /:(\w+)(?:\{([^}]*)\})?/g

/** A placeholder of a call's path; `{.+}` keeps its slashes. `after` is what follows it. */
type Place = { name: string; keepsSlashes: boolean; after: string }

/** A path between its placeholders. They are looked for once: calls are few, and each read names its copy by one. */
const placesOf = oncePer(({ path }: Pick<Call, 'path'>): { start: string; places: readonly Place[] } => {
  const found = [...path.matchAll(PLACEHOLDER)]
  const places = found.map(({ 0: { length }, 1: name = '', 2: pattern, index }, at) => ({
    name,
    keepsSlashes: pattern === '.+',
    after: path.slice(index + length, found[at + 1]?.index),
  }))
  return { start: path.slice(0, found[0]?.index), places }
})

/** The names of the input fields in a call's path. */
export const pathFields = (call: Pick<Call, 'path'>): string[] =>
  placesOf(call).places.map(({ name }) => name)

/** A call's path (with a leading slash) and its other fields, both encoded. */
export type PreparedCall = { path: string; fields: [name: string, value: string][] }

/**
 * Encodes validated input. Fields keep the schema's order, so equal inputs give equal results. A `{.+}` placeholder of the
 * path keeps its slashes. `rest` is the input that is not in the path, for a body.
 */
export function prepareCall(
  call: Pick<Call, 'path'>,
  input: Record<string, unknown>,
  arrays?: ArrayFormat,
): PreparedCall & { rest: Record<string, unknown> } {
  const { start, places } = placesOf(call)
  let path = start
  for (const { name, keepsSlashes, after } of places) {
    const value = String(own(input, name) ?? '')
    path +=
      (keepsSlashes ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)) + after
  }
  const isInPath = (name: string) => places.some((place) => place.name === name)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !isInPath(name)))
  return { path, rest, fields: fieldPairs(rest, arrays) }
}

/** The prefix of an upstream's calls on our own host. A path that already has it stays unchanged. */
const PREFIX: Partial<Record<UpstreamName, string>> = { gateway: '/gateway', imaging: '/imaging' }

/** A call's path on our own host (`docs/contract.md`). */
export function ownPath({ upstream, path }: Pick<Call, 'upstream' | 'path'>): string {
  // Vimeo's own path would not say what it is.
  if (upstream === 'vimeo') return '/video/vimeo'
  const prefix = PREFIX[upstream] ?? ''
  return path.startsWith(`${prefix}/`) ? path : prefix + path
}

/** A path without alternatives, and the value chosen for each placeholder. */
type PlainPath = { path: string; chosen: Record<string, string> }

const CHOICE = /:(\w+)\{(\w+(?:\|\w+)+)\}/

/** A path's alternatives as one path each (`/v1/:type{gifs|stickers}/random` is two): a router looks literal segments up. */
export function plainPaths(path: string): PlainPath[] {
  const [placeholder, name = '', words = ''] = CHOICE.exec(path) ?? []
  if (!placeholder) return [{ path, chosen: {} }]
  return words.split('|').flatMap((word) =>
    plainPaths(path.replace(placeholder, word)).map((plain) => ({
      path: plain.path,
      chosen: { [name]: word, ...plain.chosen },
    })),
  )
}

/** How a list is written in a query or a form (§9: `indices` by default). */
export type ArrayFormat = 'indices' | 'brackets' | 'repeat' | 'comma'

type Pair = [name: string, value: string]

const NAME_OF: Record<Exclude<ArrayFormat, 'comma'>, (name: string, index: number) => string> = {
  indices: (name, index) => `${name}[${index}]`,
  brackets: (name) => `${name}[]`,
  repeat: (name) => name,
}

/** Fields as pairs of texts: `a[0]=1&a[1]=2` for a list, `a[b]=1` for an object; `undefined` is left out, `null` is ''. */
export function fieldPairs(fields: Record<string, unknown>, arrays: ArrayFormat = 'indices'): Pair[] {
  const pairs: Pair[] = []
  for (const [name, value] of Object.entries(fields)) add(pairs, name, value, arrays)
  return pairs
}

function add(pairs: Pair[], name: string, value: unknown, arrays: ArrayFormat): void {
  if (value === undefined) return
  if (value === null || typeof value !== 'object') {
    pairs.push([name, value === null ? '' : String(value)])
  } else if (!Array.isArray(value)) {
    for (const [inner, entry] of Object.entries(value)) add(pairs, `${name}[${inner}]`, entry, arrays)
  } else if (arrays !== 'comma') {
    value.forEach((entry, index) => {
      add(pairs, NAME_OF[arrays](name, index), entry, arrays)
    })
  } else if (value.length > 0) pairs.push([name, value.map(String).join(',')])
}

import type * as v from 'valibot'
import { type ArrayFormat, fieldPairs } from './field-pairs.ts'

type Fields = v.GenericSchema<unknown, Record<string, unknown>>

/** The services that calls go to. Each is configured alone, and nothing of one reaches another. */
export type UpstreamName = 'provider' | 'pingback' | 'site' | 'gateway' | 'imaging' | 'vimeo'

/** Who may make a call (§6), and with it which credentials travel: see `shared/client/credentials.ts`. */
export type Auth = 'none' | 'key' | 'session' | 'session+csrf' | 'csrf' | 'token' | 'tagger'

/** One line of the API (§7): where it goes, what it takes, what it answers. Client, proxy, origin and reference read it. */
export type Call<Input extends Fields = Fields, Answer extends v.GenericSchema = v.GenericSchema> = {
  upstream: UpstreamName
  /** `ANY`: the base of calls that are not shown; whoever makes one says its method. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY'
  /** A Hono path: `/v1/:type{gifs|stickers}/search`. Fields named here fill it, the others travel as `sends` says. */
  path: string
  sends: 'query' | 'form' | 'json' | 'multipart' | 'raw'
  /** `nothing`: the answer is not read. */
  answers: 'json' | 'text' | 'nothing'
  auth: Auth
  /** §7: an optional password header, for a user's own record. */
  withPassword: boolean
  /** Several calls share an address: this one is meant where its query has this field. */
  pickedBy: string | undefined
  /** §5: what a client does with input that does not fit: throws, or logs it and fetches nothing. */
  onBadInput: 'throw' | 'log'
  /** §9: answers of a cached call are kept 60 s; `never` for random picks, writes and whatever belongs to a person. */
  cache: 'minute' | 'never'
  input: Input
  answer: Answer
}

/** What an entry says of its own; the rest is its family's. */
type Brief<I extends Fields, A extends v.GenericSchema> = Partial<Call<I, A>> &
  Pick<Call<I, A>, 'path' | 'input' | 'answer'>

/** Makes the function that declares a family's calls. */
export const family =
  (defaults: Pick<Call, 'upstream' | 'auth' | 'cache'>) =>
  <I extends Fields, A extends v.GenericSchema>(call: Brief<I, A>): Call<I, A> => ({
    method: 'GET',
    sends: 'query',
    answers: 'json',
    withPassword: false,
    pickedBy: undefined,
    onBadInput: 'throw',
    ...defaults,
    ...call,
  })

const PLACEHOLDER = /:(\w+)(?:\{([^}]*)\})?/g

/** The names that a call's path takes from its input. */
export const pathFields = (call: Pick<Call, 'path'>): string[] =>
  [...call.path.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** A call with its input, ready to be sent: path (with a leading slash) and the fields that travel beside it. */
export type PreparedCall = { path: string; fields: [name: string, value: string][] }

/** Splits validated input into path and fields. Fields are in the schema's order, so equal inputs give equal texts. */
export function prepareCall(
  call: Pick<Call, 'path'>,
  input: Record<string, unknown>,
  arrays?: ArrayFormat,
): PreparedCall {
  const { path, beside } = splitInput(call, input)
  return { path, fields: fieldPairs(beside, arrays) }
}

/** The call's path, filled, and the input that does not stand in it. A place for a path's rest (`{.+}`) keeps its slashes. */
export function splitInput(call: Pick<Call, 'path'>, input: Record<string, unknown>) {
  const beside = { ...input }
  const path = call.path.replace(PLACEHOLDER, (_, name: string, pattern?: string) => {
    delete beside[name]
    const value = String(input[name] ?? '')
    return pattern === '.+' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  return { path, beside }
}

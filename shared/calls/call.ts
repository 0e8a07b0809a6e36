import type * as v from 'valibot'

type Fields = v.GenericSchema<unknown, Record<string, unknown>>

/** One line of the API (§7): where it goes, what it takes, what it answers. Client, proxy, origin and reference read it. */
export type Call<Input extends Fields = Fields, Answer extends v.GenericSchema = v.GenericSchema> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A Hono path: `/v1/:type{gifs|stickers}/search`. Fields named here fill it, the others travel as `sends` says. */
  path: string
  sends: 'query' | 'form'
  /** §9: answers of a cached call are kept 60 s; `never` for random picks and writes. */
  cache: 'minute' | 'never'
  input: Input
  answer: Answer
}

type Brief<I extends Fields, A extends v.GenericSchema> = Partial<Call<I, A>> &
  Pick<Call<I, A>, 'path' | 'input' | 'answer'>

/** Declares a call; what is not said is a cached GET with a query. */
export const defineCall = <I extends Fields, A extends v.GenericSchema>(call: Brief<I, A>): Call<I, A> => ({
  method: 'GET',
  sends: 'query',
  cache: 'minute',
  ...call,
})

const PLACEHOLDER = /:(\w+)(?:\{[^}]*\})?/g

/** The names that a call's path takes from its input. */
export const pathFields = (call: Pick<Call, 'path'>): string[] =>
  [...call.path.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** A call with its input, ready to be sent: path (with a leading slash) and the fields that travel beside it. */
export type PreparedCall = { path: string; fields: [name: string, value: string][] }

/** Splits validated input into path and fields. Fields are in the schema's order, so equal inputs give equal texts. */
export function prepareCall(call: Call, input: Record<string, unknown>): PreparedCall {
  const inPath = new Set<string>()
  const path = call.path.replace(PLACEHOLDER, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(input[name] ?? ''))
  })
  const fields: PreparedCall['fields'] = []
  for (const [name, value] of Object.entries(input)) {
    if (!inPath.has(name) && value !== undefined) fields.push([name, String(value)])
  }
  return { path, fields }
}

import type * as v from 'valibot'
import { type Call, parseInput } from '../../shared/calls/call.ts'
import { parsePairs } from '../../shared/server/body/parse-pairs.ts'
import { createCallTable } from '../../shared/server/call-table.ts'
import type { Actor, Origin } from '../../shared/server/origin.ts'

/** A call's request, checked: who makes it, with what. */
export type CheckedRequest = {
  actor: Actor
  /** A raw call's handler reads its method, query and body; they are nowhere checked but for their size. */
  request: Request
  headers: Headers
  /** Our scheme and host, for links in mails and records. */
  publicUrl: string
  nowMs: number
}

/** A call's response: JSON, text as it is made, or none with `undefined` (204). */
export type CallOutput = {
  body?: unknown
  stream?: ReadableStream<Uint8Array>
  status?: number
  cookies?: readonly string[]
}

type AnswerOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : never

/** Handlers by the name of their call. `Deps` is what they work with, `Strict` has the answers that are declared. */
export type HandlersOf<Calls extends Record<string, Call>, Deps, Strict = Record<never, never>> = {
  [Name in keyof Calls]: (
    deps: Deps & CheckedRequest,
    input: v.InferOutput<Calls[Name]['input']>,
  ) => Promise<Name extends keyof Strict ? CallOutput & { body: AnswerOf<Strict[Name]> } : CallOutput>
}

type Options<Calls extends Record<string, Call>, Deps> = {
  calls: Calls
  /** One for each call: a call without a handler does not compile. */
  handlers: HandlersOf<Calls, Deps>
  deps: Deps
  now?: () => number
}

/**
 * Handles the calls of one upstream from the database. The Worker has checked before who calls, from where, and how often
 * (`worker/proxy/handle-call.ts`); a role that a row decides is the handler's to check. An AppError is the response.
 */
export function callOrigin<Calls extends Record<string, Call>, Deps extends object>({
  calls,
  handlers,
  deps,
  now = () => Date.now(),
}: Options<Calls, Deps>): Origin {
  const find = createCallTable<keyof Calls & string>(calls, ({ path }) => path)
  return async (request, actor, file) => {
    const url = new URL(request.url)
    const { name, call, params } = find(request.method, url.pathname, url.searchParams)
    const fields = call.encoding === 'raw' ? {} : await fieldsOf(request, url)
    const input = parseInput(call, { ...fields, ...params, ...(file && { file }) })
    const { headers } = request
    const checked = { ...deps, actor, request, headers, publicUrl: url.origin, nowMs: now() }
    // The record is indexed by the name that the table found with this very entry.
    return respond(await handlers[name](checked, input as never))
  }
}

// The request was made from checked input (`shared/client/request.ts`), so its body is bounded and of one of two types.
async function fieldsOf(request: Request, url: URL): Promise<Record<string, unknown>> {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('application/json')) return (await request.json()) as Record<string, unknown>
  if (type.startsWith('application/x-www-form-urlencoded')) {
    // Read as text, a form makes the platform warn.
    return parsePairs(new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer())))
  }
  return parsePairs(url.searchParams)
}

function respond({ body, stream, status, cookies = [] }: CallOutput): Response {
  const response =
    body === undefined
      ? new Response(stream ?? null, { status: status ?? (stream ? 200 : 204) })
      : Response.json(body, { status: status ?? 200 })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

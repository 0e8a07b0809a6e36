import type { D1Database } from '@cloudflare/workers-types'
import { type Context, Hono } from 'hono'
import { parseInput } from '../shared/calls/call.ts'
import { type CallInput, type ProviderReadName, providerCalls } from '../shared/calls/provider.ts'
import { AppError, UpstreamError } from '../shared/errors.ts'
import { lazyModule } from '../shared/server/lazy-module.ts'
import { type Actor, type LibraryBindings, VISITOR } from '../shared/server/origin.ts'
import type { CallContext, CallHandlers, CallResult } from './call-handler.ts'
import { errorResponse, newResponseId, successResponse } from './envelope.ts'
import { categoryHandlers, termHandlers } from './handlers/categories.ts'
import { channelSearchHandlers } from './handlers/channels.ts'
import { gifHandlers } from './handlers/gifs.ts'
import { listHandlers } from './handlers/lists.ts'
import { searchHandlers } from './handlers/search.ts'
import { createNeighbours } from './neighbours/find-neighbours.ts'
import type { ReadFile } from './search/data/load-data.ts'
import { createPayloads, type Payloads } from './stored-key.ts'

/** The handler of each reading call of the catalogue. A call without one does not compile. */
const callHandlers: CallHandlers = {
  ...categoryHandlers,
  ...channelSearchHandlers,
  ...gifHandlers,
  ...listHandlers,
  ...searchHandlers,
  ...termHandlers,
}

type Deps = {
  db: D1Database
  /** The nearest replica, for what all may see. */
  near?: D1Database
  /** Scheme and host of absolute URLs, without a slash; without it, the request's own. */
  publicUrl?: string
  now?: () => number
  /** Reads a file of the build. */
  readFile?: ReadFile | undefined
  /** Takes work that the response does not wait for: `ctx.waitUntil`. Without it the response waits. */
  defer?: (work: Promise<unknown>) => void
  /** Both of them find items by meaning too. */
  AI?: LibraryBindings['AI'] | undefined
  VECTORIZE?: LibraryBindings['VECTORIZE'] | undefined
}

// In the catalogue's order: a literal path comes before one with a placeholder.
const READ_CALLS = (Object.keys(providerCalls) as (keyof typeof providerCalls)[]).filter(
  (name): name is ProviderReadName => name in callHandlers,
)

type Env = { Bindings: { actor: Actor } }

/** The embedded provider: it handles every reading call of §7 from the library, in GIPHY's shape. */
export function providerOrigin(deps: Deps): (request: Request, actor?: Actor) => Promise<Response> {
  const app = new Hono<Env>()
  const payloads = createPayloads(deps.db)
  const { AI, VECTORIZE } = deps
  const neighbours = AI && VECTORIZE && createNeighbours({ AI, VECTORIZE })
  const searchData = lazyModule(async () =>
    (await import('./search/data/load-data.ts')).loadSearchData(deps.readFile),
  )
  for (const name of READ_CALLS) {
    app.get(providerCalls[name].path, async (c) => {
      const deferred: Promise<unknown>[] = []
      const context = { ...toContext(name, c, { ...deps, payloads, searchData }, deferred), neighbours }
      const result = await readNear(deps.near, context, (context) =>
        handleRead(name, context, { ...c.req.query(), ...c.req.param() }),
      )
      if (deps.defer) for (const work of deferred) deps.defer(work)
      else await Promise.all(deferred)
      return successResponse(result, providerCalls[name].cache, context.responseId)
    })
  }
  for (const name of READ_CALLS) {
    app.all(providerCalls[name].path, () =>
      errorResponse(new AppError('method-not-allowed', 'Only GET and HEAD'), { Allow: 'GET, HEAD' }),
    )
  }
  app.notFound(() => errorResponse(new AppError('not-found', 'No such call')))
  app.onError((error) => {
    // A sick library is not a provider's response: its caller gets the failure itself.
    if (error instanceof UpstreamError) throw error
    return errorResponse(error)
  })
  return async (request, actor = VISITOR) => app.fetch(request, { actor })
}

/** Reads for all at the nearest replica. What it does not have yet is read at the primary, as is all for who is signed in. */
async function readNear<T>(
  near: D1Database | undefined,
  context: CallContext,
  read: (context: CallContext) => Promise<T>,
): Promise<T> {
  if (!near || context.actor.role !== 'visitor') return read(context)
  try {
    return await read({ ...context, db: near })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return read(context)
    throw error
  }
}

/** Validates a call's input by its schema and runs its handler. */
function handleRead<N extends ProviderReadName>(
  name: N,
  context: CallContext,
  raw: Record<string, string>,
): Promise<CallResult> {
  // The record is indexed by the same name as the catalogue, which the compiler can't follow through a union.
  const handler = callHandlers[name] as (context: CallContext, input: CallInput<N>) => Promise<CallResult>
  return handler(context, parseInput(providerCalls[name], raw) as CallInput<N>)
}

/** What the origin makes once. */
type Made = { payloads: Payloads } & Pick<CallContext, 'searchData'>

const toContext = (
  call: ProviderReadName,
  c: Context<Env>,
  { db, publicUrl, now = Date.now, payloads, searchData }: Deps & Made,
  deferred: Promise<unknown>[],
): CallContext => ({
  db,
  call,
  actor: c.env.actor,
  publicUrl: publicUrl || new URL(c.req.url).origin,
  nowMs: now(),
  responseId: newResponseId(),
  searchData,
  payloadOf: (id) => payloads.write(id, now()),
  // Its failure is only logged.
  defer: (work) => void deferred.push(work.catch((error) => console.error('deferred', error))),
})

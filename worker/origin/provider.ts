import type { D1Database } from '@cloudflare/workers-types'
import { type Context, Hono } from 'hono'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { type CallInput, providerCalls } from '../../shared/calls/provider.ts'
import { AppError } from '../../shared/errors.ts'
import type { Transport } from '../../shared/net/transport.ts'
import { answers } from './answers.ts'
import type { Answer, Ask, ReadCall } from './ask.ts'
import { failed, succeeded } from './envelope.ts'

type Deps = {
  db: D1Database
  /** Scheme and host of absolute URLs, without a slash; where there is none, the request's own. */
  publicUrl?: string
  now?: () => number
  /** Takes work that the answer need not wait for: `ctx.waitUntil`. Without it the answer waits. */
  defer?: (work: Promise<unknown>) => void
}

// In the catalogue's order: a literal path stands before one with a placeholder.
const READ_CALLS = (Object.keys(providerCalls) as (keyof typeof providerCalls)[]).filter(
  (name): name is ReadCall => name in answers,
)

/** The embedded provider: every reading call of §7, answered from the library in GIPHY's shape. */
export function providerOrigin(deps: Deps): Transport {
  const app = new Hono()
  for (const name of READ_CALLS) {
    app.get(providerCalls[name].path, async (c) => {
      const beside: Promise<unknown>[] = []
      const ask = toAsk(name, c, deps, beside)
      const answer = await answerCall(name, ask, { ...c.req.query(), ...c.req.param() })
      if (deps.defer) for (const work of beside) deps.defer(work)
      else await Promise.all(beside)
      return succeeded(answer, providerCalls[name].cache)
    })
  }
  for (const name of READ_CALLS) {
    app.all(providerCalls[name].path, () =>
      failed(new AppError('method-not-allowed', 'Only GET and HEAD'), { Allow: 'GET, HEAD' }),
    )
  }
  app.notFound(() => failed(new AppError('not-found', 'No such call')))
  app.onError((error) => failed(error))
  return async (request) => app.fetch(request)
}

/** Validates a call's input by its own schema and has it answered. */
function answerCall<N extends ReadCall>(name: N, ask: Ask, raw: Record<string, string>): Promise<Answer> {
  // The record is indexed by the same name as the catalogue, which the compiler can't follow through a union.
  const answer = answers[name] as (ask: Ask, input: CallInput<N>) => Promise<Answer>
  return answer(ask, parseInput(providerCalls[name], raw) as CallInput<N>)
}

const toAsk = (
  call: ReadCall,
  c: Context,
  { db, publicUrl, now = Date.now }: Deps,
  beside: Promise<unknown>[],
): Ask => ({
  db,
  call,
  publicUrl: publicUrl || new URL(c.req.url).origin,
  nowMs: now(),
  // Its failure is nobody's but the log's.
  defer: (work) => void beside.push(work.catch((error) => console.error('deferred', error))),
})

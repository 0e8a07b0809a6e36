import type { ExecutionContext, MessageBatch } from '@cloudflare/workers-types'
import type { Hono } from 'hono'
import { openLibrary } from '../origin/origins.ts'
import type { PingbackEvent } from '../shared/schema/pingback.ts'
import { createApp } from './app.ts'
import type { Bindings } from './env.ts'
import type { App, Services } from './http/context.ts'
import { createServices } from './services.ts'

type Pingbacks = MessageBatch<PingbackEvent[]>

/** The queue of `JOBS` (`wrangler.toml`); every other is that of the pingbacks. */
const JOBS_QUEUE = 'loopframe-jobs'

/** The cron that publishes what is due; the other one is the nightly round (`wrangler.toml`). */
const EVERY_MINUTE = '* * * * *'

type Isolate = { app: Hono<App>; services: Services; hasBegun: boolean }

// One per environment, created by its first request. All visitors share configuration, caches and breakers.
const isolates = new WeakMap<object, Isolate>()

function isolateOf(env: Bindings): Isolate {
  const known = isolates.get(env)
  if (known) return known
  const services = createServices(env)
  const isolate = { services, app: createApp(services), hasBegun: false }
  isolates.set(env, isolate)
  return isolate
}

async function sayAtStart({ config }: Services, request: Request): Promise<void> {
  const { startLines } = await import('./http/start-lines.ts')
  for (const line of startLines(config, request)) console.warn(line)
}

export default {
  fetch(request: Request, env: Bindings, ctx: ExecutionContext) {
    const isolate = isolateOf(env)
    if (!isolate.hasBegun) {
      isolate.hasBegun = true
      ctx.waitUntil(sayAtStart(isolate.services, request))
    }
    return isolate.app.fetch(request, env, ctx)
  },

  async queue(batch: MessageBatch, env: Bindings) {
    const { jobs, pingbacks } = isolateOf(env).services
    if (batch.queue !== JOBS_QUEUE) return (await pingbacks()).deliver(batch as Pingbacks, env)
    if (jobs) await (await jobs()).deliver(batch)
    else batch.retryAll()
  },

  async scheduled(event: { cron: string } | undefined, env: Bindings) {
    if (!env.DB) return
    const library = openLibrary(env.DB)
    const { jobs, pingbacks } = isolateOf(env).services
    if (event?.cron === EVERY_MINUTE) {
      const [published] = await Promise.allSettled([
        library.publishDue(Date.now()),
        (await jobs?.())?.tick(),
        library.noteTick('minute'),
      ])
      if (published.status === 'rejected') throw published.reason
      return
    }
    await library.optimize()
    await (await pingbacks()).resendMarked(env.DB)
    await (await jobs?.())?.resume()
    await library.noteTick('night')
  },
}

import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import type { ReadContext } from '../provider/provider.ts'

/** The context of a read that a request makes. */
export const readContext = (c: Context<App>): ReadContext => ({
  publicUrl: c.get('publicUrl'),
  waitUntil: (promise) => c.executionCtx.waitUntil(promise),
  noteTime: (name, ms) => noteTime(c, name, ms),
})

/** Adds an upstream's time (ms) to the request's line in the log. */
export function noteTime(c: Context<App>, name: string, ms: number): void {
  c.set('times', [...(c.get('times') ?? []), { name, ms: Math.round(ms) }])
}

import type { Context } from 'hono'
import type { App } from './app-types.ts'

/** What a cached read needs to know of the request it is made for. */
export type Asking = { publicUrl: string; waitUntil: (promise: Promise<unknown>) => void }

/** The request's part in a read: where the library is, and who waits for what outlives the answer. */
export const asking = (c: Context<App>): Asking => ({
  publicUrl: c.var.publicUrl,
  waitUntil: (promise) => c.executionCtx.waitUntil(promise),
})

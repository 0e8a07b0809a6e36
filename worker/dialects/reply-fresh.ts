import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import { replyJson } from '../http/reply.ts'
import type { Freshness } from './read-list.ts'

/** A response with the headers of the reads that it is made of. */
export const replyFresh = (c: Context<App>, body: unknown, { state, age, freshFor }: Freshness): Response =>
  replyJson(c, body, 200, {
    'Cache-Control': `public, max-age=${freshFor}`,
    'x-cache': state,
    Age: String(age),
  })

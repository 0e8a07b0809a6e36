import type { Context } from 'hono'
import type { App } from '../app-types.ts'

/** How long an upstream took for this request, in whole ms. A service may be asked more than once. */
export type UpstreamTime = { name: string; ms: number }

export function noteTime(c: Context<App>, name: string, ms: number): void {
  c.set('times', [...(c.get('times') ?? []), { name, ms: Math.round(ms) }])
}

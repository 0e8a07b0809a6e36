import { Hono } from 'hono'
import type { App } from '../app-types.ts'

/** Reached only for what the assets do not hold: a plain 404 that nothing keeps, never a page with a 200. */
export const statics = new Hono<App>().get('/*', (c) =>
  c.text('Not found', 404, { 'Cache-Control': 'no-store' }),
)

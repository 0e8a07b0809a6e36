import { Hono } from 'hono'
import type { App } from '../app-types.ts'
import { assets } from '../render/assets.ts'

/** `/healthz`: the build's id, and which bindings are there. */
export const health = new Hono<App>().get('/', (c) =>
  c.json({ status: 'ok', build: assets.build, bindings: c.var.services.bindings }),
)

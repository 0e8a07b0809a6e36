import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import { replyJson } from '../http/reply.ts'
import { assets } from '../render/assets.ts'

/** `/healthz`: the build's id, and which bindings exist. */
export const health = (c: Context<App>): Response =>
  replyJson(c, { status: 'ok', build: assets.build, bindings: c.var.services.bindings }, 200)

import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import { replyJson } from '../http/reply.ts'
import { assets } from '../render/document.ts'

/** `/healthz`: the build's id, and how each binding is. A 200 also where one fails: the Worker itself responds. */
export async function health(c: Context<App>): Promise<Response> {
  const bindings = await c.var.services.bindings((work) => c.executionCtx.waitUntil(work))
  const status = Object.values(bindings).includes('failing') ? 'failing' : 'ok'
  return replyJson(c, { status, build: assets.build, bindings }, 200)
}

import { type AppContext, replyJson } from '../http/context.ts'
import { assets } from '../render/document.ts'

/** `/healthz`: the build's id, and how each binding is. A 200 also where one fails: the Worker itself responds. */
export async function health(c: AppContext): Promise<Response> {
  const bindings = await c.var.services.bindings((work) => c.executionCtx.waitUntil(work))
  const status = Object.values(bindings).includes('failing') ? 'failing' : 'ok'
  return replyJson(c, { status, build: assets.build, bindings }, 200)
}

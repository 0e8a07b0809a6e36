import type { Handler } from 'hono'
import type { App } from '../app-types.ts'

/**
 * Code that only some requests need, or something made from it: loaded by the first of them, at hand for all later ones.
 * Each `import()` of a loaded module still costs about 3 us. What is kept is the module: a pending promise belongs to its
 * request. Of several that load at once, the first to finish counts for all.
 */
export function lazyModule<M>(load: () => Promise<M>): () => M | Promise<M> {
  let loaded: M | undefined
  return () => loaded ?? load().then((module) => (loaded ??= module))
}

/** The handler of that name, whose module is loaded by the first request that needs it. */
export function lazy<Name extends string, M extends Record<Name, Handler<App>>>(
  load: () => Promise<M>,
  name: Name,
): Handler<App> {
  const module = lazyModule(load)
  return async (c, next) => (await module())[name](c, next)
}

/**
 * Loads code, or what is made of it, on first use, and keeps the first result: an `import()` of loaded code costs 3 us.
 * A promise would belong to the request that made it.
 */
export function lazyModule<M>(load: () => Promise<M>): () => M | Promise<M> {
  let loaded: M | undefined
  return () => loaded ?? load().then((module) => (loaded ??= module))
}

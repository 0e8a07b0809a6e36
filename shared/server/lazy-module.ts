/**
 * Loads code, or something made from it, on first use and reuses it in later requests: even the `import()` of a loaded
 * module costs about 3 us. It stores the module and not the promise, which belongs to the request that made it. If
 * several requests load at once, all later ones use the first result.
 */
export function lazyModule<M>(load: () => Promise<M>): () => M | Promise<M> {
  let loaded: M | undefined
  return () => loaded ?? load().then((module) => (loaded ??= module))
}

import type { Fetcher } from '@cloudflare/workers-types'

/** Reads a file of the build: the assets of a Worker. Undefined without that binding. */
export const assetReader = (assets: Fetcher | undefined) =>
  assets && ((path: string) => assets.fetch(`https://assets.internal${path}`))

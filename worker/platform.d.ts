/**
 * The little of Cloudflare's global types that we name. The package's own globals collide with the DOM's, so everything
 * else is imported from `@cloudflare/workers-types`.
 */
declare module 'cloudflare:workers' {
  /** Keeps work alive after the answer of the request it is called in. */
  export function waitUntil(promise: Promise<unknown>): void
  export const env: Cloudflare.Env
  export const exports: { default: { fetch(input: string | Request, init?: RequestInit): Promise<Response> } }
}

interface CacheStorage {
  readonly default: Cache
}

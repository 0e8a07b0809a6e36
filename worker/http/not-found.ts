import type { Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError, MethodError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What no route took: a path that others' methods would reach is a 405 with `Allow`, everything else a 404. */
export function notFound(app: Hono<App>) {
  let addresses: TrieRouter<string> | undefined

  return (c: Context<App>) => {
    // Made by the first miss, when all routes are there.
    addresses ??= addressesOf(app)
    const answered = new Set(addresses.match('GET', c.req.path)[0].map(([method]) => method))
    const allowed = METHODS.filter((method) => answered.has(method))
    if (allowed.length === 0) throw new AppError('not-found', 'There is nothing at this address')
    if (allowed.includes('GET')) allowed.push('HEAD')
    throw new MethodError(allowed.join(', '))
  }
}

/** The routes by their paths alone: one look finds every method that a path answers. */
function addressesOf({ routes }: Hono<App>): TrieRouter<string> {
  const addresses = new TrieRouter<string>()
  // Hono calls middleware `ALL`: it answers nothing of its own.
  for (const { method, path } of routes) if (method !== 'ALL') addresses.add('ALL', path, method)
  return addresses
}

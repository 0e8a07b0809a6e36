import { TrieRouter } from 'hono/router/trie-router'
import { AppError, MethodError } from '../../../shared/errors.ts'

/** Every method that a route of ours may have, in the order of `Allow`. OPTIONS is for preflights and never listed. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Match<T> = { method: string; target: T; params: Record<string, string> }

/** Routes by their paths alone, so that one lookup finds every method that a path takes. */
export class MethodTable<T> {
  readonly #router = new TrieRouter<{ method: string; target: T }>()

  add(method: string, path: string, target: T): void {
    this.#router.add('ALL', path, { method, target })
  }

  /** All routes of a path, the earliest added first. */
  match(path: string): Match<T>[] {
    return this.#router
      .match('ALL', path)[0]
      .map(([route, params]) => ({ ...route, params: params as Record<string, string> }))
  }
}

/**
 * The error for a request that no route handles. `matches` are the routes of its path: with none it is 'not-found' (404),
 * otherwise a MethodError (405) with the methods of `Allow`. HEAD goes wherever GET goes (RFC 9110, 9.3.2).
 */
export function refusal(matches: readonly { method: string }[], message: string): AppError {
  const allowed: string[] = METHODS.filter((method) => matches.some((match) => match.method === method))
  if (allowed.length === 0) return new AppError('not-found', message)
  if (allowed.includes('GET')) allowed.push('HEAD')
  return new MethodError(allowed.join(', '))
}

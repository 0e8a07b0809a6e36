import { TrieRouter } from 'hono/router/trie-router'
import type { Call } from '../calls/call.ts'
import { AppError, MethodError } from '../errors.ts'
import { FamilyRouter } from './family-router.ts'

/** Every method that one of our routes may have, in the order of `Allow`. OPTIONS is for preflights and never listed. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Match<T> = { method: string; target: T; params: Record<string, string> }

/** Routes by their paths alone, so that one lookup finds every method that a path takes. */
export class MethodTable<T> {
  readonly #router = new FamilyRouter<{ method: string; target: T }>(() => new TrieRouter())

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

/** A call with its name, and the fields of its path. */
export type FoundCall<Name extends string = string> = {
  name: Name
  call: Call
  params: Record<string, string>
}

type Find<Name extends string> = (method: string, path: string, query: URLSearchParams) => FoundCall<Name>

/**
 * Finds a call by its address, literal paths first; a field of the query selects among several. @param pathOf its path here
 * @returns a function that throws AppError 'not-found', or MethodError with the methods that the path takes
 */
export function createCallTable<Name extends string>(
  calls: Record<Name, Call>,
  pathOf: (call: Call) => string,
): Find<Name> {
  const table = new MethodTable<{ name: Name; call: Call }[]>()
  const addresses = new Map<string, { name: Name; call: Call }[]>()
  for (const [name, call] of Object.entries(calls) as [Name, Call][]) {
    for (const method of call.method === 'ANY' ? METHODS : [call.method]) {
      const address = `${method} ${pathOf(call)}`
      const same = addresses.get(address) ?? []
      if (same.push({ name, call }) > 1) continue
      addresses.set(address, same)
      table.add(method, pathOf(call), same)
    }
  }
  return (method, path, query) => {
    const matches = table.match(path)
    const wanted = method === 'HEAD' ? 'GET' : method
    const match = matches.find((match) => match.method === wanted)
    const same = match?.target ?? []
    const chosen = same.find(({ call }) => call.matchedBy !== undefined && query.has(call.matchedBy))
    const found = chosen ?? same.find(({ call }) => call.matchedBy === undefined)
    if (match && found) return { ...found, params: match.params }
    throw refusal(matches, 'There is no such call')
  }
}

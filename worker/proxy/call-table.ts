import { TrieRouter } from 'hono/router/trie-router'
import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { imagingCalls } from '../../shared/calls/imaging.ts'
import { ownPath } from '../../shared/calls/own-path.ts'
import { AppError, MethodError } from '../../shared/errors.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A call of the catalogue with its name. */
export type NamedCall = { name: string; call: Call }

export type FoundCall = NamedCall & { params: Record<string, string> }

// Literal paths stand before those with a placeholder, and the first that fits is taken.
const router = new TrieRouter<NamedCall[]>()
const addresses = new Map<string, NamedCall[]>()

const PROXIED: Record<string, Call> = { ...siteCalls, ...gatewayCalls, ...imagingCalls }
for (const [name, call] of Object.entries(PROXIED)) {
  for (const method of call.method === 'ANY' ? METHODS : [call.method]) {
    const address = `${method} ${ownPath(call)}`
    const calls = addresses.get(address) ?? []
    if (calls.push({ name, call }) > 1) continue
    addresses.set(address, calls)
    router.add(method, ownPath(call), calls)
  }
}

/**
 * The call that a request makes.
 * @throws AppError 'not-found', or MethodError with the methods that the address answers.
 */
export function findCall(method: string, path: string, query: URLSearchParams): FoundCall {
  const [match] = router.match(method === 'HEAD' ? 'GET' : method, path)[0]
  if (match) {
    const [calls, params] = match
    const found = calls.find(({ call }) => call.pickedBy !== undefined && query.has(call.pickedBy))
    const named = found ?? calls.find(({ call }) => call.pickedBy === undefined)
    if (named) return { ...named, params: params as Record<string, string> }
  }
  const allowed: string[] = METHODS.filter((each) => router.match(each, path)[0].length > 0)
  if (allowed.length === 0) throw new AppError('not-found', 'There is no such call')
  if (allowed.includes('GET')) allowed.push('HEAD')
  throw new MethodError(allowed.join(', '))
}

import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { imagingCalls } from '../../shared/calls/imaging.ts'
import { ownPath } from '../../shared/calls/own-path.ts'
import { METHODS, MethodTable, refusal } from '../http/allowed-methods.ts'

/** A call of the catalogue with its name. */
type NamedCall = { name: string; call: Call }

export type FoundCall = NamedCall & { params: Record<string, string> }

// Literal paths stand before those with a placeholder, and the first that fits is taken.
const table = new MethodTable<NamedCall[]>()
const addresses = new Map<string, NamedCall[]>()

const PROXIED: Record<string, Call> = { ...siteCalls, ...gatewayCalls, ...imagingCalls }
for (const [name, call] of Object.entries(PROXIED)) {
  for (const method of call.method === 'ANY' ? METHODS : [call.method]) {
    const address = `${method} ${ownPath(call)}`
    const calls = addresses.get(address) ?? []
    if (calls.push({ name, call }) > 1) continue
    addresses.set(address, calls)
    table.add(method, ownPath(call), calls)
  }
}

/**
 * The entry of the call that a request makes.
 * @throws AppError 'not-found', or MethodError with the methods that the path takes.
 */
export function findCall(method: string, path: string, query: URLSearchParams): FoundCall {
  const matches = table.match(path)
  const wanted = method === 'HEAD' ? 'GET' : method
  const match = matches.find((match) => match.method === wanted)
  if (match) {
    const { target: calls, params } = match
    const found = calls.find(({ call }) => call.matchedBy !== undefined && query.has(call.matchedBy))
    const named = found ?? calls.find(({ call }) => call.matchedBy === undefined)
    if (named) return { ...named, params }
  }
  throw refusal(matches, 'There is no such call')
}

import type { Call } from '../../../shared/calls/call.ts'
import { METHODS, MethodTable, refusal } from './allowed-methods.ts'

/** A call with its name, and the fields of its path. */
export type FoundCall<Name extends string = string> = {
  name: Name
  call: Call
  params: Record<string, string>
}

type Find<Name extends string> = (method: string, path: string, query: URLSearchParams) => FoundCall<Name>

/**
 * Finds calls by their addresses. Literal paths stand before those with a placeholder, and the first that fits is taken;
 * where calls share an address, a field of the query selects one.
 * @param pathOf the path that a call has here.
 * @returns a function that throws AppError 'not-found', or MethodError with the methods that the path takes.
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

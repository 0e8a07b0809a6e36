import type { Call } from '../calls/call.ts'
import type { Client } from './create-client.ts'

/** §8: wraps a client so that a failed call logs its error and returns `undefined`. */
export function quietly<Calls extends Record<string, Call>>(
  client: Client<Calls>,
  log: (...args: unknown[]) => void = console.error,
): Client<Calls> {
  type Make = (...args: unknown[]) => Promise<unknown>
  const wrap = (name: string, make: Make): Make =>
    async function quiet(...args) {
      try {
        return await make(...args)
      } catch (error) {
        log(name, error)
        return undefined
      }
    }
  const calls = Object.entries(client as Record<string, Make>)
  return Object.fromEntries(calls.map(([name, make]) => [name, wrap(name, make)])) as unknown as Client<Calls>
}

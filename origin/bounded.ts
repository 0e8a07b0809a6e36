import { UpstreamError } from '../shared/errors.ts'
import { within } from '../shared/server/deadline.ts'

/** When a client may try again, in seconds. */
const RETRY_AFTER_S = 6

/** What a wrapped binding does with a call: with its result, and by making it again. */
type Wrap = (result: Promise<unknown>, again: () => unknown) => Promise<unknown>

// Statements that a wrapped database prepared, and what it passes on instead of them.
const originals = new WeakMap<object, object>()

/**
 * A binding each of whose calls takes `ms` at most. Every failure is the same error to the caller.
 * @throws UpstreamError 'unavailable' with `retryAfter`, from every call
 */
export const bounded = <Binding extends object>(binding: Binding, ms: number): Binding =>
  wrapCalls(binding, (result) => within(ms, () => result).catch(unavailable))

/**
 * A binding with all its calls wrapped: D1's statements and sessions included, which `prepare`, `bind` and `withSession` make.
 * https://developers.cloudflare.com/d1/worker-api/
 */
export function wrapCalls<Binding extends object>(binding: Binding, wrap: Wrap): Binding {
  const proxy = new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        const call = (): unknown => Reflect.apply(member, target, given.map(originalOf))
        const result = call()
        if (result instanceof Promise) return wrap(result, call)
        return typeof result === 'object' && result !== null ? wrapCalls(result, wrap) : result
      }
    },
  })
  originals.set(proxy, binding)
  return proxy
}

function originalOf(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(originalOf)
  return typeof given === 'object' && given !== null ? (originals.get(given) ?? given) : given
}

function unavailable(cause: unknown): never {
  console.error('library', cause)
  const failure = { kind: 'unavailable', status: 503, retryAfter: RETRY_AFTER_S } as const
  throw new UpstreamError('The library does not answer', failure, { cause })
}

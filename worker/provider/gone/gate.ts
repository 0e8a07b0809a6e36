import type { Call } from '../../../shared/calls/call.ts'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { AppError, noSuchGif } from '../../../shared/errors.ts'
import { type CacheResult, withBytes } from '../cache/cache-result.ts'
import type { WaitUntil } from '../cache/flights.ts'
import type { GoneIds } from './gone-ids.ts'
import { hasGifs, type IsOut, itemsOf, leaveOut } from './left-out.ts'

type Input = Record<string, unknown>
type Body = Record<string, unknown>

/** A flag as providers send it: a boolean, a number or a text; undefined where it says nothing. */
function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  return value !== '0' && value !== 'false' && Boolean(value)
}

/** Whether an item says of itself that it may be listed. */
export const saysListed = ({ is_indexable }: Body): boolean => flagOf(is_indexable) !== false

const removed = () => new AppError('removed', 'This GIF was taken down')

const isOutBySelf: IsOut = (item, isNamed) =>
  flagOf(item.is_removed) === true || flagOf(item.is_hidden) === true || (!isNamed && !saysListed(item))

/** The id that a call names an item by. */
const namedId = ({ id, gif_id }: Input): unknown => id ?? gif_id

/**
 * The gate that every read of a GIF or list passes (`docs/contract.md`, Roles): what was taken down is gone for all, what is
 * hidden is not there, and what may not be listed is found by its address alone.
 * @param gone undefined where there is no database: then an item's own flags count.
 */
export function createGate(gone: GoneIds | undefined) {
  const isOutBySet: IsOut = ({ id }, isNamed) => {
    const state = gone?.stateOf(String(id))
    return state !== undefined && !(isNamed && state === 'unlisted')
  }

  const isRemoved: IsOut = ({ id, is_removed }) =>
    flagOf(is_removed) === true || gone?.stateOf(String(id)) === 'removed'

  /** @throws AppError 'removed' or 'not-found' for a call that names a gone item. */
  function assertOpen(input: Input): void {
    if (!gone || gone.size() === 0) return
    const state = gone.stateOf(String(namedId(input)))
    if (state === 'removed') throw removed()
    if (state === 'hidden' || state === 'deleted') throw noSuchGif()
  }

  return {
    /** Reads with the set as it is now. Where it is old it is renewed beside the read, which is repeated if it was too early. */
    async during<T>(waitUntil: WaitUntil, read: () => Promise<T>): Promise<T> {
      const renewed = gone?.renew(waitUntil)
      if (!renewed) return read()
      const version = gone?.version()
      const [outcome] = await Promise.allSettled([read(), renewed])
      if (gone?.version() !== version) return read()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },

    assertOpen,

    /** Whether an item is there for everybody, in a list or by its address. */
    isOpen: (id: string): boolean => [undefined, 'unlisted'].includes(gone?.stateOf(id)),

    isListed: (id: string): boolean => gone?.stateOf(id) === undefined,

    /**
     * A response of the upstream without what its own flags rule out.
     * @param seesHidden who reads it may see what is hidden.
     * @throws AppError 'removed' or 'not-found' where it is that item's own response.
     */
    ownFlags<B extends object>(call: Call, body: B, isItem: boolean, seesHidden = false): B {
      if (!hasGifs(call)) return body
      if (!isItem) return leaveOut(call, body, seesHidden ? isRemoved : isOutBySelf)
      const [item] = itemsOf(call, body)
      if (flagOf(item?.is_removed)) throw removed()
      if (flagOf(item?.is_hidden) && !seesHidden) throw noSuchGif()
      return body
    },

    /** The same without what the set of gone items has. */
    without: <B extends object>(call: Call, body: B): B =>
      gone?.size() ? leaveOut(call, body, isOutBySet) : body,

    /**
     * A copy's result without gone items: made once per copy and state of the set.
     * @throws AppError as `assertOpen`, for an item that was named by an old id
     */
    pass(call: Call, found: CacheResult): CacheResult {
      if (!gone || gone.size() === 0 || !hasGifs(call)) return found
      if (call === providerCalls.gif) for (const id of idsOf(call, found)) assertOpen({ id })
      const version = gone.version()
      const known = found.made.get<View>(VIEW)
      const view = known?.version === version ? known : viewOf(call, found, version)
      if (view !== known) found.made.set(VIEW, view)
      return view.bytes ? withBytes(found, `without ${version}`, view.bytes) : found
    },
  }

  function viewOf(call: Call, found: CacheResult, version: number): View {
    if (!idsOf(call, found).some((id) => gone?.stateOf(id))) return { version }
    const body = parsed(found)
    const left = leaveOut(call, body, isOutBySet)
    return left === body ? { version } : { version, bytes: new TextEncoder().encode(JSON.stringify(left)) }
  }
}

const idsOf = (call: Call, found: CacheResult): string[] =>
  found.made.once('ids', () => itemsOf(call, parsed(found)).map(({ id }) => String(id)))

export type Gate = ReturnType<typeof createGate>

/** What a copy is for a state of the set: itself, or what is left of it. */
type View = { version: number; bytes?: Uint8Array }
const VIEW = 'without gone items'

// It was JSON of an object when it was stored.
const parsed = ({ body }: CacheResult) => JSON.parse(body) as Body

import { attempt } from '../../upstreams/deadline.ts'
import type { ReadVisibility, Visibility, VisibilityChange } from '../../upstreams/origin.ts'

/** What is known of an item that not everybody may see, or that no list has. */
export type GoneState = Exclude<Visibility, 'open' | 'restored'>

/** ms. What is this old is renewed in the background. */
const RENEW_MS = 4000
/** ms. What is this old may not decide: the read waits for newer. An isolate that is seldom used has it. */
const OLD_MS = 8000
/** ms that a read waits, and that the database may take. */
const WAIT_MS = 500
const READ_MS = 2000

/** The latest changes that are remembered: about 1 MB (`docs/measurements.md`). */
export const MAX_GONE = 10_000

export type GoneIds = ReturnType<typeof createGoneIds>

/**
 * The items that are gone, one set per isolate: all isolates read the same log of changes. A sick log keeps the last set,
 * and makes nobody wait.
 */
export function createGoneIds(read: ReadVisibility, now: () => number = Date.now) {
  const states = new Map<string, GoneState>()
  let seq: number | undefined
  let generation = 0
  let version = 0
  let readAt = -Infinity
  let startedAt = -Infinity
  let running: Promise<void> = Promise.resolve()
  let isFailing = false

  function remember({ gif_id, state }: VisibilityChange): void {
    // Set anew, an id is the newest.
    states.delete(gif_id)
    if (state !== 'open' && state !== 'restored') states.set(gif_id, state)
    if (states.size <= MAX_GONE) return
    for (const oldest of states.keys()) {
      states.delete(oldest)
      break
    }
  }

  // Two reads may overlap: each row counts once.
  function apply(changes: readonly VisibilityChange[]): void {
    const known = seq ?? -1
    const fresh = changes.filter((change) => change.seq > known)
    for (const change of fresh) {
      remember(change)
      if (change.state === 'restored') generation = change.seq
    }
    if (fresh.length > 0) version++
    seq = Math.max(fresh.at(-1)?.seq ?? 0, known, 0)
  }

  async function sync(): Promise<void> {
    const at = now()
    startedAt = at
    const changes = await attempt(READ_MS, () => read(seq))
    isFailing = !changes
    if (!changes) return
    apply(changes)
    readAt = Math.max(readAt, at)
  }

  return {
    /** Reads what is new, now: after a change that this isolate made. Never throws. */
    sync,

    /** Renews the set where it is time. A promise where the caller must wait for it; it never rejects. */
    renew(waitUntil: (work: Promise<unknown>) => void): Promise<unknown> | undefined {
      const age = now() - readAt
      if (age < RENEW_MS) return undefined
      if (now() - startedAt >= RENEW_MS) {
        running = sync()
        waitUntil(running)
      }
      if (age < OLD_MS || isFailing) return undefined
      return attempt(
        WAIT_MS,
        () => running,
        () => {
          isFailing = true
        },
      )
    },

    stateOf: (id: string): GoneState | undefined => states.get(id),

    size: () => states.size,

    /** Changes with the set. */
    version: () => version,

    /** Changes with each restored item, which copies from before do not have. */
    generation: () => generation,
  }
}

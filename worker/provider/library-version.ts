import { attempt } from '../../shared/server/deadline.ts'
import type { WaitUntil } from './cache/flights.ts'

/** ms. What is this old is read again in the background; what is older than the second, before a list is shown. */
const RENEW_MS = 2000
const OLD_MS = 2500
/** ms that a list waits, and that the database may take. */
const WAIT_MS = 500
const READ_MS = 2000
/** ms after which a failure no longer says that the database is sick. */
const SICK_MS = 6000

/**
 * How often what lists show has changed: one number per isolate, read at most once in 2 s, and only where lists are read. A
 * sick database keeps the last one at once, for 6 s.
 */
export class LibraryVersion {
  readonly #read: () => Promise<number>
  #known: number | undefined
  #readAt = -Infinity
  #startedAt = -Infinity
  #running: Promise<void> = Promise.resolve()
  #failedAt = -Infinity

  constructor(read: () => Promise<number>) {
    this.#read = read
  }

  /** The number, at most 2.5 s old; undefined where it was never read. Never throws. */
  async now(waitUntil: WaitUntil): Promise<number | undefined> {
    const age = Date.now() - this.#readAt
    if (age < RENEW_MS) return this.#known
    if (Date.now() - this.#startedAt >= RENEW_MS) {
      this.#running = this.#renew(Date.now())
      waitUntil(this.#running)
    }
    if (age >= OLD_MS && Date.now() - this.#failedAt >= SICK_MS) {
      const onLate = () => {
        this.#failedAt = Date.now()
      }
      await attempt(WAIT_MS, () => this.#running, onLate)
    }
    return this.#known
  }

  async #renew(at: number): Promise<void> {
    this.#startedAt = at
    const version = await attempt(READ_MS, this.#read)
    this.#failedAt = version === undefined ? Date.now() : -Infinity
    if (version === undefined) return
    this.#known = version
    this.#readAt = at
  }
}

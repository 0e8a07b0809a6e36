import { attempt } from '../../../shared/server/deadline.ts'
import type { CacheCounter } from './stores.ts'

export type WaitUntil = (promise: Promise<unknown>) => void

/** Does the work within the budget (ms) and never throws: its result is plain data, failures included. */
type Task<T> = (budgetMs: number) => Promise<T>

/** How long a read may take, in ms; a page responds within 3 s. */
export const READ_MS = 2500
const PAGE_MS = 3000
// A living flight lands at its budget: only a dead one is still in the air this long after, in ms.
const GRACE_MS = 250

type Flight<T> = { landing: Promise<T>; deadline: number }

/**
 * Single flight per key and isolate. A promise dies with the request that made it unless that registers it with `waitUntil`;
 * then it rejects, or hangs, for all who wait. So the leader registers it first, and a follower of a dead flight removes it.
 * https://developers.cloudflare.com/workers/runtime-apis/context/
 */
export class Flights<T> {
  readonly #flying = new Map<string, Flight<T>>()
  readonly #count: CacheCounter

  constructor(count: CacheCounter) {
    this.#count = count
  }

  launch(key: string, task: Task<T>, waitUntil: WaitUntil, budget = READ_MS): Promise<T> {
    const landing = task(budget).finally(() => this.#land(key, flight))
    const flight = { landing, deadline: Date.now() + budget + GRACE_MS }
    this.#flying.set(key, flight)
    waitUntil(landing)
    return landing
  }

  /** Starts a flight in the background unless there is one already. */
  ensure(key: string, task: Task<T>, waitUntil: WaitUntil): void {
    if (!this.#living(key)) this.launch(key, task, waitUntil)
  }

  /** Waits for the key's flight, or leads one. Followers of a dead flight try once more, then each leads its own. */
  async join(key: string, task: Task<T>, waitUntil: WaitUntil, since = Date.now(), tries = 2): Promise<T> {
    const left = Math.min(READ_MS, Math.max(since + PAGE_MS - Date.now(), GRACE_MS))
    const flight = this.#living(key)
    if (!flight || tries === 0) return this.launch(key, task, waitUntil, left)
    const landed = await attempt(
      flight.deadline - Date.now(),
      async () => ({ result: await flight.landing }),
      () => this.#count('dead-flight'),
    )
    if (landed) return landed.result
    this.#land(key, flight)
    return this.join(key, task, waitUntil, since, tries - 1)
  }

  #living(key: string): Flight<T> | undefined {
    const flight = this.#flying.get(key)
    return flight && Date.now() <= flight.deadline ? flight : undefined
  }

  #land(key: string, flight: Flight<T>): void {
    if (this.#flying.get(key) === flight) this.#flying.delete(key)
  }
}

import type { R2Bucket } from '@cloudflare/workers-types'
import type { FileRow } from '../../origin/queries/files.ts'
import type { VisibilityChange } from '../../shared/server/origin.ts'
import { type Deps, type Fault, takes } from './stores.ts'

/** The library: the database's log of changes, its rows of files, and the bucket. */
export class LibrarySim {
  /** When each item was taken down, in ms. */
  readonly removedAt = new Map<string, number>()
  readonly #deps: Deps
  readonly #log: VisibilityChange[] = []
  #fault: Fault = 'none'
  /** Since when the database answers, in ms. */
  #wellSince = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  set fault(fault: Fault) {
    if (this.#fault !== 'none' && fault === 'none') this.#wellSince = this.#deps.clock.now()
    this.#fault = fault
  }

  /** For how many ms every data centre could have known that an item was taken down; undefined where it could not. */
  knowable(id: string): number | undefined {
    const removed = this.removedAt.get(id)
    if (removed === undefined || this.#fault !== 'none') return undefined
    return this.#deps.clock.now() - Math.max(removed, this.#wellSince)
  }

  takeDown(id: string): void {
    if (this.removedAt.has(id)) return
    this.removedAt.set(id, this.#deps.clock.now())
    this.#log.push({ seq: this.#log.length + 1, gif_id: id, state: 'removed' })
  }

  async readLog(after = 0): Promise<VisibilityChange[]> {
    this.#deps.counts.add('d1 read')
    this.#deps.counts.add('d1 read of the log')
    const found = this.#log.filter(({ seq }) => seq > after)
    await takes(this.#deps, [5, 120], this.#fault)
    return found
  }

  async readFile(id: string): Promise<FileRow> {
    this.#deps.counts.add('d1 read')
    const is_removed = this.removedAt.has(id)
    await takes(this.#deps, [5, 120], this.#fault)
    return { is_removed, is_hidden: false, is_indexable: true, user_id: null, r2_key: `m/${id}`, size: SIZE }
  }

  readonly bucket = {
    get: async (key: string) => {
      this.#deps.counts.add('r2 read')
      await takes(this.#deps, [20, 120], 'none')
      return {
        key,
        size: SIZE,
        httpEtag: `"${key}"`,
        uploaded: new Date(0),
        body: { getReader: () => NOTHING },
      }
    },
  } as unknown as R2Bucket
}

/** Bytes that a file has, as far as the cache can see. */
const SIZE = 500
const NOTHING = { readAtLeast: async () => ({ done: true }), cancel: async () => {} }

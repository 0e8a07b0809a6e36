import { AppError } from '../../shared/errors.ts'
import { attempt } from '../../shared/server/deadline.ts'
import type { EdgeCache, ShownLog } from '../../shared/server/origin.ts'
import type { FileRow } from '../queries/files.ts'
import { removedGif } from '../queries/gifs.ts'

/** ms after which the database is asked again. Of an item the log of changes says sooner who may see it; a user has none. */
const FRESH_MS = { item: 60_000, user: 5000 } as const
/** ms. What is this old counts no more, and is no longer stored. */
const OLD_MS = 3_600_000
/** ms that files are shown without a word of the database about who may see them. */
const BLIND_MS = 300_000
/** ms that a read of the data centre's cache may take, a write, and a read of the database that others wait for. */
const CACHE_MS = 250
const WRITE_MS = 2000
const READ_MS = 2500
/** ms that who has something older waits for the database, and for which it is left alone after a failure. */
const KNOWN_MS = 500
const SICK_MS = 6000

const MAX_FACTS = 2000

/** What the database said of a file, and when. */
type Fact = { row: FileRow; readAt: number }

type Landed = { fact: Fact | undefined } | { error: unknown }

/** What is asked for: its name among the facts, and the item whose changes the log has. */
export type Wanted = { name: string; item?: string }

type Deps = {
  log: ShownLog
  cache: EdgeCache | undefined
  waitUntil: (work: Promise<unknown>) => void
}

const urlOf = (name: string) => `https://media.loopframe.internal/1/${encodeURIComponent(name)}`

/**
 * Which files all may see, and where they are: a fact for each, in the isolate's memory and the data centre's cache. Facts of
 * what not all may see are in neither. The log of changes is asked before them, so that none outlives a takedown.
 */
export class ShownFiles {
  readonly #deps: Deps
  readonly #facts = new Map<string, Fact>()
  readonly #reads = new Map<string, { landing: Promise<Landed>; startedAt: number }>()
  #sickUntil = -Infinity

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The file's row; undefined where no file has this name, or where not all may see it.
   * @param again not from memory: what it said was wrong
   * @throws AppError 'removed', 'unavailable' where the database has not answered for too long
   */
  async find(wanted: Wanted, read: () => Promise<FileRow | undefined>, again = false) {
    const { log, waitUntil } = this.#deps
    const renewed = log.renew(waitUntil)
    if (!renewed && this.#isConcealed(wanted)) return undefined
    const [known] = await Promise.all([again ? undefined : this.#known(wanted), renewed])
    const fact = known && isFresh(wanted, known) ? known : await this.#renewed(wanted, known, read)
    if (this.#isConcealed(wanted) || !fact) return undefined
    if (Date.now() - Math.max(fact.readAt, wanted.item ? log.readAt : 0) > BLIND_MS) throw unknown()
    const isUnlisted = wanted.item && log.states.get(wanted.item) === 'unlisted'
    return isUnlisted ? { ...fact.row, is_indexable: false } : fact.row
  }

  /** @throws AppError 'removed' */
  #isConcealed({ item }: Wanted): boolean {
    const state = item && this.#deps.log.states.get(item)
    if (state === 'removed') throw removedGif()
    return state === 'hidden' || state === 'deleted'
  }

  /** What is known, if it still counts. */
  async #known({ name }: Wanted): Promise<Fact | undefined> {
    const counts = (fact: Fact | undefined) => {
      if (!fact || !(fact.readAt >= this.#deps.log.coversFrom)) return undefined
      const age = Date.now() - fact.readAt
      return age >= 0 && age < OLD_MS ? fact : undefined
    }
    const own = counts(this.#facts.get(name))
    if (own) return own
    const { cache } = this.#deps
    const stored =
      cache && (await attempt(CACHE_MS, async () => (await cache.match(urlOf(name)))?.json<Fact>()))
    const shared = counts(stored)
    if (shared) this.#remember(name, shared)
    return shared
  }

  /** Reads the file's row once for all who wait for it. Where the database fails, what was known counts, at once from then on. */
  async #renewed(wanted: Wanted, known: Fact | undefined, read: () => Promise<FileRow | undefined>) {
    if (known && Date.now() < this.#sickUntil) return known
    const running = this.#living(wanted)
    const wait = known ? KNOWN_MS : READ_MS
    let landed = await attempt(wait, () => running ?? this.#start(wanted, read))
    // A read may have died with the request that began it.
    if (!landed && running && !known) landed = await attempt(wait, () => this.#start(wanted, read))
    if (landed && !('error' in landed)) return landed.fact
    this.#sickUntil = Date.now() + SICK_MS
    if (known) return known
    throw landed?.error ?? unknown()
  }

  #living({ name }: Wanted): Promise<Landed> | undefined {
    const read = this.#reads.get(name)
    return read && Date.now() - read.startedAt < READ_MS ? read.landing : undefined
  }

  #start(wanted: Wanted, read: () => Promise<FileRow | undefined>): Promise<Landed> {
    const landing: Promise<Landed> = this.#read(wanted, read)
      .then(
        (fact) => ({ fact }),
        (error: unknown) => ({ error }),
      )
      .finally(() => {
        if (this.#reads.get(wanted.name)?.landing === landing) this.#reads.delete(wanted.name)
      })
    this.#reads.set(wanted.name, { landing, startedAt: Date.now() })
    // It outlives the request that started it: others wait for it.
    this.#deps.waitUntil(landing)
    return landing
  }

  async #read({ name }: Wanted, read: () => Promise<FileRow | undefined>): Promise<Fact | undefined> {
    const readAt = Date.now()
    const row = await read()
    if (!row) return undefined
    const fact = { row, readAt }
    if (row.is_removed || row.is_hidden || !row.r2_key) {
      this.#facts.delete(name)
      return fact
    }
    this.#remember(name, fact)
    this.#share(name, fact)
    return fact
  }

  #remember(name: string, fact: Fact): void {
    this.#facts.delete(name)
    this.#facts.set(name, fact)
    const [oldest] = this.#facts.keys()
    if (this.#facts.size > MAX_FACTS && oldest !== undefined) this.#facts.delete(oldest)
  }

  #share(name: string, fact: Fact): void {
    const { cache, waitUntil } = this.#deps
    if (!cache) return
    const headers = { 'Cache-Control': `public, max-age=${OLD_MS / 1000}` }
    waitUntil(attempt(WRITE_MS, () => cache.put(urlOf(name), Response.json(fact, { headers }))))
  }
}

const isFresh = ({ item }: Wanted, { readAt }: Fact) =>
  Date.now() - readAt < (item ? FRESH_MS.item : FRESH_MS.user)

const unknown = () => new AppError('unavailable', 'The library does not say who may see this')

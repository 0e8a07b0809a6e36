import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError } from '../../shared/errors.ts'
import type { MakerForm } from '../../shared/schema/choices.ts'
import { printable } from '../library/printable.ts'
import { openRemote } from '../remote/remote-library.ts'
import { RunError, reasonOf } from '../remote/run-error.ts'
import type { Target } from '../remote/target.ts'
import { type Leased, type Made, makeItem, say } from './make-item.ts'

/** ms between two questions for work where there was none. */
const IDLE_MS = 10_000
/** ms until an installation that is away is asked again; doubled each time. */
const AWAY_MS = { first: 5000, max: 60_000 } as const
/** ms in which an item is given back at the end; else its lease runs out. */
const GIVE_BACK_MS = 2000

export type MakerOptions = {
  target: Target
  /** A folder for temporary files. */
  workplace: string
  forms: readonly MakerForm[]
  /** Whether it makes forms that items of the whole library lack, in place of the queue. */
  again?: boolean
  /** Whether it ends where there is no more work. */
  once?: boolean
  log: (line: string) => void
}

/** How many items became what. */
export type Counts = Record<Made['kind'], number>

/**
 * Makes renditions that an installation wants, one item after the other. Makers share their work: each item is leased.
 * `ended` is its end where there is no more work, with `once`; it throws a RunError for what is wrong with all items, and with
 * `once` an UpstreamError where the installation stays away. `stop` gives back what it has; the process ends then.
 */
export function startMaker(options: MakerOptions): { ended: Promise<Counts>; stop: () => Promise<void> } {
  const { target, log, once = false } = options
  const stopping = new AbortController()
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const wait = async (seconds: number, why: string) => {
    log(`waiting ${seconds} s: ${printable(why)}`)
    await rest(seconds * 1000)
  }
  const remote = openRemote(target, { wait })
  const maker = createMaker(remote, options)

  async function run(): Promise<Counts> {
    const counts: Counts = { made: 0, failed: 0, left: 0, lost: 0 }
    for (let away: number = AWAY_MS.first; !stopping.signal.aborted; ) {
      try {
        const made = await maker.next()
        away = AWAY_MS.first
        if (made) counts[made.kind]++
        else if (once) break
        else await rest(IDLE_MS)
      } catch (error) {
        if (stopping.signal.aborted) break
        if (once || error instanceof RunError || !(error instanceof UpstreamError)) throw error
        log(`${target.base} is away (${printable(reasonOf(error))}): again in ${away / 1000} s`)
        await rest(away)
        away = Math.min(2 * away, AWAY_MS.max)
      }
    }
    return counts
  }

  return {
    ended: run(),
    async stop() {
      stopping.abort()
      await Promise.race([maker.giveBack(), pause(GIVE_BACK_MS)]).catch(() => {})
    },
  }
}

/** Takes work item by item. In a walk through the library the place is kept; at its end it looks once more for what came back. */
function createMaker(remote: ReturnType<typeof openRemote>, options: MakerOptions) {
  const { forms, again = false, workplace, log } = options
  let current: Leased | undefined
  let asked: Promise<Leased | undefined> | undefined
  let after: string | undefined

  async function take(): Promise<Leased | undefined> {
    const asked = { forms: [...forms], max: 1, again, ...(after && { after }) }
    const [item] = (await remote.around('leaseRenditions', asked)).items
    if (!item && after) {
      after = undefined
      return take()
    }
    if (again) after = item?.gif_id
    return item
  }

  return {
    /** Gives back the item that is in work, or is just being asked for. */
    async giveBack(): Promise<void> {
      const item = current ?? (await asked)
      if (item) await say(remote, item, { state: 'queued' })
    },
    /** Undefined where there is no work. */
    async next(): Promise<Made | undefined> {
      asked = take()
      const item = await asked
      asked = undefined
      if (!item) return undefined
      const start = Date.now()
      current = item
      try {
        const made = await makeItem(remote, item, workplace)
        log(lineOf(item, made, Date.now() - start))
        return made
      } finally {
        current = undefined
      }
    },
  }
}

const lineOf = ({ gif_id }: Leased, made: Made, ms: number) =>
  printable(
    made.kind === 'made'
      ? `${gif_id}: ${made.versions} versions in ${Math.round(ms / 1000)} s`
      : `${gif_id}: ${made.kind}: ${made.why}`,
  )

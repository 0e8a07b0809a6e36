import type { Call } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { AppError, noSuchGif } from '../../shared/errors.ts'
import { attempt } from '../../shared/server/deadline.ts'
import type { ReadVisibility, ShownLog, Visibility, VisibilityChange } from '../../shared/server/origin.ts'
import { filterGifs, gifsOf, hasGifs, isRecord, namesGifs, type Page } from './page.ts'

/** What is known of an item that not all may see, or that no list has. */
export type Concealed = Exclude<Visibility, 'open' | 'restored'>

/** ms. What is this old is renewed in the background. */
const RENEW_MS = 4000
/** ms. What is this old may not decide: the read waits for newer. An isolate that is seldom used has it. */
const OLD_MS = 8000
/** ms that a read waits, and that the database may take. */
const WAIT_MS = 500
const READ_MS = 2000

/** The latest changes that are remembered: about 1 MB (`docs/measurements.md`). */
const MAX_CONCEALED = 10_000

export const takenDown = () => new AppError('removed', 'This GIF was taken down')

/** The items that not all may see, one set per isolate, by the log of changes. For 8 s, a sick log keeps the last set at once. */
export class VisibilityLog implements ShownLog {
  readonly #read: ReadVisibility
  readonly states = new Map<string, Concealed>()
  /** The newest change that is known. */
  #seq: number | undefined
  /** Changes with each restored item, which copies from before do not have. */
  generation = 0
  /** Changes with the set. */
  version = 0
  /** When the set was last read, and from when on it has every change. */
  readAt = -Infinity
  coversFrom = -Infinity
  #startedAt = -Infinity
  #running: Promise<void> = Promise.resolve()
  #failedAt = -Infinity

  constructor(read: ReadVisibility) {
    this.#read = read
  }

  /** Reads what is new, now: after a change that this isolate made. Never throws. */
  sync(): Promise<void> {
    this.#startedAt = Date.now()
    this.#running = this.#readFrom(this.#startedAt)
    return this.#running
  }

  async #readFrom(at: number): Promise<void> {
    const changes = await attempt(READ_MS, () => this.#read(this.#seq))
    this.#failedAt = changes ? -Infinity : Date.now()
    if (!changes) return
    // More than are remembered, or than one read brings: what is older than this may miss one.
    if (changes.length >= MAX_CONCEALED) this.coversFrom = at
    this.#apply(changes)
    this.readAt = Math.max(this.readAt, at)
  }

  /** Renews the set where it is time. A promise where the caller must wait for it; it never rejects. */
  renew(waitUntil: (work: Promise<unknown>) => void): Promise<unknown> | undefined {
    const age = Date.now() - this.readAt
    if (age < RENEW_MS) return undefined
    if (Date.now() - this.#startedAt >= RENEW_MS) waitUntil(this.sync())
    // A failure of long ago says nothing of now: an isolate that is seldom used would show what has been taken down since.
    if (age < OLD_MS || Date.now() - this.#failedAt < OLD_MS) return undefined
    const onLate = () => {
      this.#failedAt = Date.now()
    }
    return attempt(WAIT_MS, () => this.#running, onLate)
  }

  /** Two reads may overlap: each row counts once. */
  #apply(changes: readonly VisibilityChange[]): void {
    const known = this.#seq ?? -1
    const fresh = changes.filter((change) => change.seq > known)
    for (const change of fresh) {
      this.#remember(change)
      if (change.state === 'restored') this.generation = change.seq
    }
    if (fresh.length > 0) this.version++
    this.#seq = Math.max(fresh.at(-1)?.seq ?? 0, known, 0)
  }

  #remember({ gif_id, state }: VisibilityChange): void {
    // Set again, an id is the newest.
    this.states.delete(gif_id)
    if (state !== 'open' && state !== 'restored') this.states.set(gif_id, state)
    const [oldest] = this.states.keys()
    if (this.states.size <= MAX_CONCEALED || oldest === undefined) return
    this.states.delete(oldest)
    this.coversFrom = Date.now()
  }
}

type Flags = { is_removed?: unknown; is_hidden?: unknown; is_indexable?: unknown }

/** A flag as providers send it: a boolean, a number or a text; undefined where it says nothing. */
function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  return value !== '0' && value !== 'false' && Boolean(value)
}

const saysRemoved = ({ is_removed }: Flags): boolean => flagOf(is_removed) === true
const saysHidden = ({ is_hidden }: Flags): boolean => flagOf(is_hidden) === true

/** Whether an item says of itself that it may be listed. */
export const saysListed = (gif: unknown): boolean => !isRecord(gif) || flagOf(gif.is_indexable) !== false

/** A response without what its items' flags hide from `viewer`. @throws AppError 'removed' or 'not-found' for its own item */
export function withoutFlagged<P extends Page>(
  call: Call,
  page: P,
  viewer?: { isRemoved: (id: string) => boolean },
): P {
  if (!hasGifs(call)) return page
  if (call === providerCalls.gif) {
    const [gif = {}] = gifsOf(call, page)
    if (saysRemoved(gif)) throw takenDown()
    if (saysHidden(gif) && !viewer) throw noSuchGif()
    return page
  }
  return filterGifs(call, page, 'never there', (gif) => {
    if (viewer) return !saysRemoved(gif) && !viewer.isRemoved(String(gif.id))
    return !saysRemoved(gif) && !saysHidden(gif) && (namesGifs(call) || saysListed(gif))
  })
}

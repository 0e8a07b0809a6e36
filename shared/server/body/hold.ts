import { UpstreamError } from '../../errors.ts'

const KB = 1024
const MB = 1024 * KB

/** What a file's part takes: R2's parts are equal, and at least as large. */
export const PART_BYTES = 5 * MB

/** What all bodies of an isolate take together, but for what the one that is needed whole has above a part. */
const ALL_BYTES = 12 * MB
/** What one person's bodies take together. */
const OWN_BYTES = PART_BYTES / 2

// In workerd one request cannot wake another: who waits looks again.
const WAIT = { pollMs: 20, ms: 25_000, missedMs: 2000 } as const
/** A request that the platform has ended gives nothing back: longer than a window of the slowest body, and a call of R2. */
const LEASE_MS = 30_000
const TRY_AGAIN_S = 10

/** A body below so many bytes a second is slow: it gets nothing of the last part of room. */
const SLOW = { bytesS: 64 * KB, afterMs: 5000 } as const

type Waiter = { hold: Hold; bytes: number; lookedMs: number }

/** What bodies hold, those that wait for more in the order of their coming, and when each person was served. */
const holds = new Set<Hold>()
const line = new Set<Waiter>()
const served = new Map<string, number>()
let turn = 0
/** Whose body has the part above the bound until it has ended: of each person, and of all (`ALL`). */
const leads = new Map<string, Hold>()
const ALL = ''

/** What a request holds of bodies. What is only announced is not counted: a body takes what it needs as it grows. */
export class Hold {
  readonly by: string | undefined
  bytes = 0
  /** Whether its body has been read: it takes no more, and another may lead while it is stored. */
  isRead = false
  #untilMs = 0
  #sinceMs = 0

  /** @param by a person or a network, whose bodies are bounded together; undefined for what a request needs besides its own */
  constructor(by?: string) {
    this.by = by
  }

  /**
   * Takes so many bytes more, in its turn.
   * @returns whether it had to wait
   * @throws UpstreamError 'unavailable' with `retryAfter` where there was no room in 25 s
   */
  async take(bytes: number): Promise<boolean> {
    const waiter = { hold: this, bytes, lookedMs: Date.now() }
    const start = waiter.lookedMs
    line.add(waiter)
    this.isRead = false
    try {
      this.touch()
      while (!isTurnOf(waiter)) {
        if (waiter.lookedMs - start > WAIT.ms) throw noRoom()
        await new Promise((resolve) => setTimeout(resolve, WAIT.pollMs))
        waiter.lookedMs = Date.now()
        this.touch()
      }
    } finally {
      line.delete(waiter)
    }
    // The time that it waited is not its sender's.
    this.#sinceMs = this.bytes === 0 ? waiter.lookedMs : this.#sinceMs + waiter.lookedMs - start
    this.bytes += bytes
    this.touch()
    if (this.by !== undefined) served.set(this.by, ++turn)
    return waiter.lookedMs > start
  }

  /** Gives bytes back; without a number all of them. */
  give(bytes = this.bytes): void {
    this.bytes -= bytes
    if (this.bytes === 0) holds.delete(this)
  }

  /** Says that its request is still there. */
  touch(): void {
    this.#untilMs = Date.now() + LEASE_MS
    if (this.bytes > 0) holds.add(this)
  }

  isOver(nowMs: number): boolean {
    return nowMs > this.#untilMs
  }

  isSlow(nowMs: number): boolean {
    const ms = nowMs - this.#sinceMs
    return this.bytes > 0 && ms > SLOW.afterMs && this.bytes < (SLOW.bytesS * ms) / 1000
  }
}

const noRoom = () =>
  new UpstreamError('Other uploads are under way: try again in a few seconds', {
    kind: 'unavailable',
    retryAfter: TRY_AGAIN_S,
  })

function forget(nowMs: number): void {
  for (const hold of holds) if (hold.isOver(nowMs)) holds.delete(hold)
  for (const waiter of line) if (nowMs - waiter.lookedMs > WAIT.missedMs) line.delete(waiter)
  if (holds.size === 0 && line.size <= 1) for (const each of [served, leads]) each.clear()
}

/** What counts for all: a part of a body at most. What is above it has one place, for one body. */
const shared = (bytes: number) => Math.min(bytes, PART_BYTES)

/** The sums of all that is held. */
function sums() {
  const own = new Map<string | undefined, number>()
  let all = 0
  let whole: Hold | undefined
  for (const hold of holds) {
    all += shared(hold.bytes)
    own.set(hold.by, (own.get(hold.by) ?? 0) + shared(hold.bytes))
    if (hold.bytes > PART_BYTES) whole = hold
  }
  return { all, own, whole }
}

/** There is room, or only for the one that leads, so that something ends. */
type Room = 'yes' | 'for one' | 'no'

const roomIn = (taken: number, max: number): Room =>
  taken <= max ? 'yes' : taken <= max + PART_BYTES ? 'for one' : 'no'

type Sums = ReturnType<typeof sums>

const moreOf = ({ hold, bytes }: Waiter) => shared(hold.bytes + bytes) - shared(hold.bytes)

function roomForAll(waiter: Waiter, { all, whole }: Sums): Room {
  const { hold, bytes } = waiter
  if (hold.bytes + bytes > PART_BYTES && whole && whole !== hold) return 'no'
  return roomIn(all + moreOf(waiter), ALL_BYTES)
}

function roomForOwn(waiter: Waiter, { own }: Sums): Room {
  const { hold } = waiter
  const mine = hold.by === undefined ? 0 : (own.get(hold.by) ?? 0)
  // What they have alone is bounded by what it is.
  return mine <= shared(hold.bytes) ? 'yes' : roomIn(mine + moreOf(waiter), OWN_BYTES)
}

/** Whether a waiter leads, or would now: the one that is not slow and has most, as it is nearest to its end. */
function isLead(of: string, { hold }: Waiter, others: readonly Waiter[], nowMs: number): boolean {
  const lead = leads.get(of)
  if (lead && holds.has(lead) && !lead.isRead && !lead.isSlow(nowMs)) return lead === hold
  return (
    !hold.isSlow(nowMs) && others.every((each) => each.hold.isSlow(nowMs) || each.hold.bytes <= hold.bytes)
  )
}

const servedAt = ({ hold }: Waiter) => served.get(hold.by ?? ALL) ?? 0

/**
 * T61: whether a waiter may go on. People go in turn: first who was served longest ago, and of one person who came first.
 * Where all room is taken, one part more is there for one body at a time.
 */
function isTurnOf(waiter: Waiter): boolean {
  const nowMs = Date.now()
  forget(nowMs)
  const now = sums()
  const waiters = [...line]
  const isReady = (each: Waiter): boolean => {
    const room = roomForOwn(each, now)
    const { by = ALL } = each.hold
    return room === 'for one'
      ? isLead(
          by,
          each,
          waiters.filter(({ hold }) => hold.by === by),
          nowMs,
        )
      : room === 'yes'
  }
  if (!isReady(waiter)) return false
  const room = roomForAll(waiter, now)
  const rivals = waiters.filter((each) => isReady(each) && roomForAll(each, now) === room)
  const { hold } = waiter
  if (room === 'yes') {
    if (rivals.some((each) => servedAt(each) < servedAt(waiter))) return false
  } else if (room === 'no' || !isLead(ALL, waiter, rivals, nowMs)) return false
  if (room === 'for one') leads.set(ALL, hold)
  if (hold.by !== undefined && roomForOwn(waiter, now) === 'for one') leads.set(hold.by, hold)
  return true
}

const ofRequests = new WeakMap<Request, Hold>()

/** What a request's body is held by. */
export function holdOf(request: Request, by?: string): Hold {
  const hold = ofRequests.get(request) ?? new Hold(by)
  ofRequests.set(request, hold)
  return hold
}

/** Gives back what a request held of its body; without one, nothing happens. */
export const releaseBody = (request: Request): void => ofRequests.get(request)?.give()

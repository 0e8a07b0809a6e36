import { createHash } from 'node:crypto'
import type { Random } from './random.ts'

type Alarm = { at: number; order: number; run: () => void }

/** Alarms, the next one first. */
class Alarms {
  readonly #heap: Alarm[] = []

  peek = (): Alarm | undefined => this.#heap[0]

  push(alarm: Alarm): void {
    const heap = this.#heap
    let at = heap.push(alarm) - 1
    for (let up = (at - 1) >> 1; at > 0 && isSooner(alarm, heap[up]); up = (at - 1) >> 1) {
      heap[at] = heap[up] as Alarm
      at = up
    }
    heap[at] = alarm
  }

  pop(): Alarm | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (!last || last === first) return first
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      if (isSooner(heap[down + 1], heap[down])) down++
      if (!isSooner(heap[down], last)) break
      heap[at] = heap[down] as Alarm
      at = down
    }
    heap[at] = last
    return first
  }
}

const isSooner = (a: Alarm | undefined, b: Alarm | undefined): boolean =>
  a !== undefined && (b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order))

const turn = setImmediate

/** ms. 14 November 2023: any time will do. */
export const START = 1_700_000_000_000

/** The time of a simulated world, in ms. */
export type Clock = {
  now(): number
  /** Runs something later. */
  after(ms: number, run: () => void): void
  sleep(ms: number): Promise<void>
  /** Lets the time pass until `at`, and all that happens in it. */
  runUntil(at: number): Promise<void>
}

/**
 * Runs work in a time of its own, as far as the Worker's code can see it: timers, `Date.now`, `Math.random`, and what else
 * would end at a time that the machine chooses (digests, and bodies, which are plain texts here). What was there before is put
 * back. Between two moments all promises settle.
 */
export async function inOwnTime<T>(random: Random, work: (clock: Clock) => Promise<T>): Promise<T> {
  const alarms = new Alarms()
  const cancelled = new Set<number>()
  let now = START
  let order = 0
  const at = (ms: number, run: () => void): number => {
    alarms.push({ at: now + Math.max(0, ms), order: ++order, run })
    return order
  }
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => void at(ms, run),
    sleep: (ms) => new Promise((resolve) => at(ms, resolve)),
    async runUntil(end) {
      await settled()
      for (let next = alarms.peek(); next && next.at <= end; next = alarms.peek()) {
        alarms.pop()
        if (cancelled.delete(next.order)) continue
        now = next.at
        next.run()
        await settled()
      }
      now = end
    },
  }
  const restore = replaceGlobals({
    now: () => now,
    random: random.next,
    setTimeout: (run: () => void, ms = 0) => at(ms, run),
    clearTimeout: (timer: number) => void cancelled.add(timer),
  })
  try {
    return await work(clock)
  } finally {
    restore()
  }
}

const settled = () => new Promise<void>((resolve) => turn(resolve))

type Replaced = {
  now: () => number
  random: () => number
  setTimeout: (run: () => void, ms?: number) => number
  clearTimeout: (timer: number) => void
}

function replaceGlobals({ now, random, ...timers }: Replaced): () => void {
  const undo: (() => void)[] = []
  const replace = (owner: object, values: object) => {
    for (const [name, value] of Object.entries(values)) {
      const before = Object.getOwnPropertyDescriptor(owner, name)
      Object.defineProperty(owner, name, { value, configurable: true, writable: true })
      undo.push(() =>
        before ? Object.defineProperty(owner, name, before) : Reflect.deleteProperty(owner, name),
      )
    }
  }
  replace(globalThis, { ...timers, Response: PlainResponse, FixedLengthStream: NoStream })
  replace(Date, { now })
  replace(Math, { random })
  // Failures are planned: no one reads of them, and their stacks cost more than all else.
  replace(console, { error: () => {} })
  replace(Error, { stackTraceLimit: 0 })
  replace(crypto.subtle, {
    digest: async (_: string, data: Uint8Array) =>
      new Uint8Array(createHash('sha256').update(data).digest()).buffer,
  })
  return () => {
    for (const each of undo.reverse()) each()
  }
}

/** A response whose body is there at once. */
class PlainResponse {
  readonly status = 200
  readonly headers: Headers
  readonly body: { text: string; cancel(): Promise<void> }

  constructor(text: unknown, init: { headers?: Record<string, string> } = {}) {
    this.headers = new Headers(init.headers)
    this.body = { text: String(text), cancel: async () => {} }
  }

  static json = (value: unknown, init?: { headers: Record<string, string> }) =>
    new PlainResponse(JSON.stringify(value), init)

  text = async () => this.body.text
  json = async () => JSON.parse(this.body.text)
}

/** Bytes that go nowhere: of a file its length alone matters here. */
class NoStream {
  readonly readable = 'bytes'
  readonly writable = {
    getWriter: () => ({ write: async () => {}, close: async () => {}, abort: async () => {} }),
  }
}

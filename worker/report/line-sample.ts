import type { RequestLine } from './log-lines.ts'

/** The first lines of each second are whole; of further ones, one in so many of a kind. Slow is a request of so many ms. */
export const SAMPLE = { wholePerSecond: 10, oneIn: 20, slowMs: 1000 } as const

/** Kinds are routes by their methods and statuses, which are few; this bound is for the day that they are not. */
const MAX_KINDS = 1000

/**
 * Chooses the lines that are written, because one costs a fifth of a cached response (`docs/measurements.md`, M58). Statuses from
 * 500 on and slow requests are always written. Other lines that are left out are counted, and the next line of their kind (method,
 * route, status, cache state) says in `requests` for how many requests it is.
 */
export class LineSample {
  #second = 0
  #written = 0
  readonly #waiting = new Map<string, number>()

  /** The line to write, if it is to be written now. */
  take(line: RequestLine): (RequestLine & { requests?: number }) | undefined {
    const kind = `${line.method} ${line.route} ${line.status} ${line.cache}`
    const requests = (this.#waiting.get(kind) ?? 0) + 1
    const isWritten =
      line.status >= 500 || line.ms >= SAMPLE.slowMs || this.#hasPlace() || requests >= SAMPLE.oneIn
    if (!isWritten && (requests > 1 || this.#waiting.size < MAX_KINDS)) {
      this.#waiting.set(kind, requests)
      return undefined
    }
    if (requests === 1) return line
    this.#waiting.delete(kind)
    return { ...line, requests }
  }

  /** Whether this second has a whole line left. It counts this one. */
  #hasPlace(): boolean {
    const second = Math.floor(Date.now() / 1000)
    if (second !== this.#second) this.#written = 0
    this.#second = second
    return this.#written++ < SAMPLE.wholePerSecond
  }
}

import type { Hold } from './hold.ts'

const KB = 1024
/** A body grows by so much. The first bytes of each are its request's own (T18), and not counted. */
const STEP_BYTES = 256 * KB
const FREE_BYTES = 64 * KB

/** Bytes in a row, in a buffer that grows with them and is counted (`Hold`). */
export class HeldBytes {
  readonly #hold: Hold
  readonly #max: number
  #buffer = new Uint8Array()
  #counted = 0
  length = 0

  constructor(hold: Hold, max: number) {
    this.#hold = hold
    this.#max = max
  }

  /** Adds a piece; all pieces have `max` bytes at most. @returns whether it had to wait @throws as `Hold.take` */
  async append(piece: Uint8Array): Promise<boolean> {
    const needed = this.length + piece.byteLength
    let hasWaited = false
    this.#hold.touch()
    if (needed > this.#buffer.byteLength) {
      const step = this.length === 0 ? FREE_BYTES : STEP_BYTES
      const size = Math.max(needed, Math.min(this.#buffer.byteLength + step, this.#max))
      const more = Math.max(size - FREE_BYTES - this.#counted, 0)
      if (more > 0) hasWaited = await this.#hold.take(more)
      this.#counted += more
      // The old buffer is free at once, not with the next garbage collection.
      this.#buffer = new Uint8Array(this.#buffer.buffer.transfer(size))
    }
    this.#buffer.set(piece, this.length)
    this.length = needed
    return hasWaited
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.length)
  }

  /** Frees the memory, and gives it back. */
  clear(): void {
    this.#buffer.buffer.transfer(0)
    this.#buffer = new Uint8Array()
    this.length = 0
    this.#hold.give(this.#counted)
    this.#counted = 0
  }
}

import { joined } from '../net/bytes.ts'
import { MediaError } from './limits.ts'

const NOTHING = new Uint8Array()

/** A step of a walk: it stops until the next piece of the file is there. */
export type Walk<Result> = Generator<undefined, Result, undefined>

/** Reads a file while its pieces arrive. A walk asks for bytes with `need` and reads them; what it skips is never kept. */
export class PieceReader {
  #view: DataView = new DataView(NOTHING.buffer)
  #bytes: Uint8Array = NOTHING
  #at = 0
  #toSkip = 0
  #isEnded = false

  /** Takes the next piece of the file. It is read in place, so it must not change. */
  push(piece: Uint8Array): void {
    const skipped = Math.min(this.#toSkip, piece.byteLength)
    this.#toSkip -= skipped
    const rest = piece.subarray(skipped)
    const unread = this.#bytes.subarray(this.#at)
    this.#bytes = unread.byteLength === 0 ? rest : joined([unread, rest])
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
    this.#at = 0
  }

  end(): void {
    this.#isEnded = true
  }

  /** Bytes that are there and not read. */
  get left(): number {
    return this.#bytes.byteLength - this.#at
  }

  /** Waits for `count` bytes. Returns false where the file ends before them. */
  *has(count: number): Walk<boolean> {
    while (this.left < count) {
      if (this.#isEnded) {
        if (this.#toSkip > 0) throw ended()
        return false
      }
      yield
    }
    return true
  }

  /** Waits for `count` bytes. @throws MediaError 'truncated' where the file ends before them. */
  *need(count: number): Walk<void> {
    if (this.left < count && !(yield* this.has(count))) throw ended()
  }

  skip(count: number): void {
    const here = Math.min(count, this.left)
    this.#at += here
    this.#toSkip += count - here
  }

  bytes(count: number): Uint8Array {
    return this.#bytes.subarray(this.#take(count), this.#at)
  }

  text(count: number): string {
    return String.fromCharCode(...this.bytes(count))
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1))
  }

  u16le(): number {
    return this.#view.getUint16(this.#take(2), true)
  }

  u24le(): number {
    return this.u16le() + this.u8() * 0x10000
  }

  u32le(): number {
    return this.#view.getUint32(this.#take(4), true)
  }

  u16be(): number {
    return this.#view.getUint16(this.#take(2))
  }

  u32be(): number {
    return this.#view.getUint32(this.#take(4))
  }

  u64be(): number {
    return Number(this.#view.getBigUint64(this.#take(8)))
  }

  #take(count: number): number {
    if (count > this.left) throw ended()
    const start = this.#at
    this.#at += count
    return start
  }
}

const ended = () => new MediaError('truncated', 'the file ends early')

/** A reader of bytes that are all there. */
export function readerOf(bytes: Uint8Array): PieceReader {
  const reader = new PieceReader()
  reader.push(bytes)
  reader.end()
  return reader
}

/** Runs a walk over bytes that are all there. */
export function walkAll<Result>(walk: (reader: PieceReader) => Walk<Result>, bytes: Uint8Array): Result {
  const step = walk(readerOf(bytes)).next()
  // The reader has ended, so no walk waits.
  if (!step.done) throw ended()
  return step.value
}

import { MediaError } from '../../shared/media/limits.ts'

/** Reads a file from its start; reading past the end throws a MediaError `truncated`. */
export class ByteReader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  #take(count: number): number {
    if (count > this.left)
      throw new MediaError('truncated', `the file ends early, at byte ${this.#bytes.length}`)
    const start = this.at
    this.at += count
    return start
  }

  skip(count: number): void {
    this.#take(count)
  }

  bytes(count: number): Buffer {
    const start = this.#take(count)
    return this.#bytes.subarray(start, start + count)
  }

  text(count: number): string {
    return this.bytes(count).toString('latin1')
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  u16le(): number {
    return this.#bytes.readUInt16LE(this.#take(2))
  }

  u24le(): number {
    return this.#bytes.readUIntLE(this.#take(3), 3)
  }

  u32le(): number {
    return this.#bytes.readUInt32LE(this.#take(4))
  }

  u16be(): number {
    return this.#bytes.readUInt16BE(this.#take(2))
  }

  u32be(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  u64be(): number {
    return Number(this.#bytes.readBigUInt64BE(this.#take(8)))
  }
}

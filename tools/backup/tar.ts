import type { Writable } from 'node:stream'
import { BackupError } from './archive-names.ts'

/** The tar of POSIX (ustar), as far as an archive needs it: regular files with short names, one after the other. */
const BLOCK = 512
const ENDS = 2 * BLOCK
/** What 11 octal digits can say. */
const SIZE_MAX = 8 ** 11 - 1

const checksumOf = (header: Buffer): number => {
  let sum = 8 * 32
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100 || size > SIZE_MAX) throw new Error(`no member of a tar: ${name}`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** Writes members one after the other, and no faster than they are taken. */
export function tarWriter(to: Writable) {
  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      to.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  return {
    /** @throws Error where the content is not as long as it was said to be */
    async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
      await write(headerOf(name, size))
      let written = 0
      for await (const piece of content) {
        written += piece.byteLength
        await write(piece)
      }
      if (written !== size) throw new BackupError(`A file changed while it was read: ${name}`)
      if (paddingOf(size) > 0) await write(Buffer.alloc(paddingOf(size)))
    },
    end: () => write(Buffer.alloc(ENDS)),
  }
}

/** A member as it comes; the next one comes when this one's content was read to its end. */
export type Member = { name: string; size: number; content: AsyncIterable<Uint8Array> }

/** Reads pieces by length. */
function pieceReader(from: AsyncIterable<Uint8Array>) {
  const source = from[Symbol.asyncIterator]()
  let held: Uint8Array = new Uint8Array()
  async function some(most: number): Promise<Uint8Array | undefined> {
    while (held.byteLength === 0) {
      const { value, done } = await source.next()
      if (done) return undefined
      held = value
    }
    const piece = held.subarray(0, most)
    held = held.subarray(piece.byteLength)
    return piece
  }
  return {
    some,
    async exactly(size: number): Promise<Buffer> {
      const pieces: Uint8Array[] = []
      for (let left = size; left > 0; ) {
        const piece = await some(left)
        if (!piece) throw cutOff()
        pieces.push(piece)
        left -= piece.byteLength
      }
      return Buffer.concat(pieces)
    },
    isEnd: async () => (await some(1)) === undefined,
  }
}

const cutOff = () => new BackupError('The archive is cut off: copy it again')

/**
 * Reads a tar's members in their order; what only other tars have (links, folders, long names) is refused.
 * @param mostOf how large a member of a name may be; it throws for a name that is refused
 */
export async function* readTar(
  from: AsyncIterable<Uint8Array>,
  mostOf: (name: string) => number,
): AsyncGenerator<Member> {
  const pieces = pieceReader(from)
  for (;;) {
    const header = await pieces.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) break
    const text = (at: number, size: number) =>
      header.toString('latin1', at, at + size).replace(/[\0 ].*$/s, '')
    if (Number.parseInt(text(148, 8), 8) !== checksumOf(header) || text(257, 5) !== 'ustar') {
      throw new BackupError('The archive is damaged: copy it again')
    }
    const [name, digits] = [text(0, 100), text(124, 12)]
    if (header[156] !== 0x30 || header[345] !== 0 || !/^[0-7]{11}$/.test(digits)) {
      throw new BackupError(`This is no archive of a Loopframe: '${name.slice(0, 80)}' is no plain file`)
    }
    const size = Number.parseInt(digits, 8)
    if (size > mostOf(name)) throw new BackupError(`The archive is refused: '${name}' has ${size} bytes`)
    let left = size
    async function* content() {
      while (left > 0) {
        const piece = await pieces.some(left)
        if (!piece) throw cutOff()
        left -= piece.byteLength
        yield piece
      }
    }
    yield { name, size, content: content() }
    // Who does not want the content goes on all the same.
    while (left > 0) left -= (await pieces.exactly(Math.min(left, 65_536))).byteLength
    await pieces.exactly(paddingOf(size))
  }
  await pieces.exactly(ENDS - BLOCK)
  if (!(await pieces.isEnd())) throw new BackupError('The archive is refused: something follows its end')
}

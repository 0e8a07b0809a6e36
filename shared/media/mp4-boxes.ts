import { MediaError } from './limits.ts'
import { type PieceReader, type Walk, walkAll } from './piece-reader.ts'

/** A box's name, and what is in it. */
export type Box = { name: string; data: Uint8Array }

/** A box's name, and the bytes that follow; `undefined` for the rest of the file (ISO/IEC 14496-12 4.2). */
type BoxHead = { name: string; size: number | undefined }

/** Size 1 means that a 64-bit size follows, 0 the rest of the file. Undefined at the end of the file. */
export function* boxHead(reader: PieceReader): Walk<BoxHead | undefined> {
  if (!(yield* reader.has(8))) return undefined
  const short = reader.u32be()
  const name = reader.text(4)
  if (short === 0) return { name, size: undefined }
  if (short === 1) yield* reader.need(8)
  const size = short === 1 ? reader.u64be() - 16 : short - 8
  if (size < 0) throw new MediaError('broken', `box ${name} of ${size + 8} bytes`)
  return { name, size }
}

/** The boxes of one level. @throws MediaError */
export function boxes(bytes: Uint8Array): Box[] {
  const found: Box[] = []
  function* walk(reader: PieceReader): Walk<void> {
    for (let head = yield* boxHead(reader); head; head = yield* boxHead(reader)) {
      found.push({ name: head.name, data: reader.bytes(head.size ?? reader.left) })
    }
  }
  walkAll(walk, bytes)
  return found
}

/** What is in the boxes of a name. */
export const inside = (data: Uint8Array, name: string): Uint8Array[] =>
  boxes(data)
    .filter((box) => box.name === name)
    .map((box) => box.data)

export const along = (data: Uint8Array, ...path: string[]): Uint8Array[] =>
  path.reduce<Uint8Array[]>((found, name) => found.flatMap((box) => inside(box, name)), [data])

import { ByteReader } from './byte-reader.ts'
import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'

type Box = { name: string; data: Buffer }

/** The boxes of one level (ISO/IEC 14496-12 4.2): size 1 means a 64-bit size follows, 0 the rest of the file. */
function* boxes(bytes: Uint8Array): Generator<Box> {
  const reader = new ByteReader(bytes)
  while (reader.left >= 8) {
    const start = reader.at
    const short = reader.u32be()
    const name = reader.text(4)
    const size = short === 1 ? reader.u64be() : short
    const used = reader.at - start
    if (size !== 0 && size < used) throw new MediaError('broken', `box ${name} of ${size} bytes`)
    yield { name, data: reader.bytes(size === 0 ? reader.left : size - used) }
  }
}

const inside = (data: Uint8Array, name: string): Buffer[] =>
  [...boxes(data)].filter((box) => box.name === name).map((box) => box.data)

const along = (data: Uint8Array, ...path: string[]): Buffer[] =>
  path.reduce<Uint8Array[]>((found, name) => found.flatMap((box) => inside(box, name)), [data]) as Buffer[]

const isVideo = (track: Buffer): boolean =>
  along(track, 'mdia', 'hdlr').some((handler) => handler.toString('latin1', 8, 12) === 'vide')

/** Width and height end the track header as 16.16 fixed point numbers. */
function trackSize(track: Buffer): { width: number; height: number } {
  const [header] = inside(track, 'tkhd')
  if (!header || header.length < 84) throw new MediaError('broken', 'a video track without a header')
  return { width: header.readUInt16BE(header.length - 8), height: header.readUInt16BE(header.length - 4) }
}

/** Size and sample count of the first video track. */
export function readMp4Header(bytes: Uint8Array): MediaHeader {
  const track = along(bytes, 'moov', 'trak').find(isVideo)
  if (!track) throw new MediaError('broken', 'no video track')
  const [sizes] = along(track, 'mdia', 'minf', 'stbl', 'stsz')
  if (!sizes || sizes.length < 12) throw new MediaError('unsupported', 'a fragmented MP4 file')
  return { ...trackSize(track), frames: sizes.readUInt32BE(8) }
}

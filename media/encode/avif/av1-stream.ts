import type { Coded } from './av1.ts'

/** Frames of AV1 as a file keeps them, and what its `av1C` box says of them. */
export type Av1Stream = { samples: Uint8Array[]; keys: number[]; config: Uint8Array }

const FILE_HEADER = 32
const FRAME_HEADER = 12
/** Types of blocks (AV1 6.2.2). */
const SEQUENCE = 1
const DELIMITER = 2
/** Level "maximum parameters" (AV1 A.3), where a header has a clock before its level. */
const ANY_LEVEL = 31

type Block = { type: number; whole: Uint8Array; data: Uint8Array }

/** The blocks of a frame (AV1 5.3); encoders write each with its size. */
function blocksOf(frame: Uint8Array): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < frame.length; ) {
    const head = frame[at] as number
    let [size, shift, from] = [0, 0, at + 1 + ((head >> 2) & 1)]
    for (let more = true; more; shift += 7) {
      const byte = frame[from++] ?? 0
      size |= (byte & 127) << shift
      more = byte > 127
    }
    const to = from + size
    blocks.push({ type: (head >> 3) & 15, whole: frame.subarray(at, to), data: frame.subarray(from, to) })
    at = to
  }
  return blocks
}

/** The payload of `av1C` (AV1 in ISO base media 2.3.3): profile, level and tier of the sequence header, and the header itself. */
function configOf({ whole, data }: Block, colours: number): Uint8Array {
  // Bits: profile 3, still 1, reduced 1, clock 1, delay 1, points 5, point 12, level 5, tier 1.
  const [first = 0, , , fourth = 0] = data
  const level = first & 4 ? ANY_LEVEL : fourth >> 3
  const tier = level > 7 && level < ANY_LEVEL ? (fourth >> 2) & 1 : 0
  return Uint8Array.from([0x81, (first & 0xe0) | level, (tier << 7) | colours, 0, ...whole])
}

/** Reads what ffmpeg writes as IVF: one entry a frame. @throws Error where it has no sequence header */
export function readAv1({ ivf, colours }: Coded): Av1Stream {
  const samples: Uint8Array[] = []
  const keys: number[] = []
  let header: Block | undefined
  for (let at = FILE_HEADER; at < ivf.length; ) {
    const from = at + FRAME_HEADER
    at = from + ivf.readUInt32LE(at)
    const blocks = blocksOf(ivf.subarray(from, at)).filter(({ type }) => type !== DELIMITER)
    const start = blocks.find(({ type }) => type === SEQUENCE)
    header ??= start
    if (start) keys.push(samples.length)
    samples.push(Buffer.concat(blocks.map(({ whole }) => whole)))
  }
  if (!header) throw new Error('AV1 without a sequence header')
  return { samples, keys, config: configOf(header, colours) }
}

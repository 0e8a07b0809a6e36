import { OPAQUE } from './canvas.ts'

/** Pixels as indexes into at most 256 colours. */
type Indexed = {
  indexes: Uint8Array
  /** Colours as 0xrrggbb. */
  colours: number[]
  /** The index of transparent pixels, where there are any. */
  open: number | undefined
}

const COLOURS = 256
const CHANNELS = [16, 8, 0] as const

/** A colour in 5 bits a channel: what colours that are too many are counted by. */
const coarse = (pixel: number): number =>
  ((pixel >> 9) & 0x7c00) | ((pixel >> 6) & 0x3e0) | ((pixel >> 3) & 0x1f)

/** Gives each colour an index; over 256, similar ones become one. @param needsOpen whether one is transparent in any case. */
export function indexPixels(pixels: Uint32Array, needsOpen: boolean): Indexed {
  const exact = indexExactly(pixels, needsOpen)
  if (exact) return exact
  const { colours, indexOf } = reduceColours(pixels)
  const open = needsOpen || pixels.includes(0) ? colours.length : undefined
  const indexes = Uint8Array.from(pixels, (pixel) =>
    pixel === 0 ? (open ?? 0) : (indexOf.get(coarse(pixel)) ?? 0),
  )
  return { indexes, colours, open }
}

function indexExactly(pixels: Uint32Array, needsOpen: boolean): Indexed | undefined {
  const indexOf = new Map<number, number>(needsOpen ? [[0, 0]] : [])
  const indexes = new Uint8Array(pixels.length)
  let before = -1
  let index = 0
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0
    if (pixel !== before) {
      before = pixel
      index = indexOf.get(pixel) ?? indexOf.size
      if (index === COLOURS) return undefined
      indexOf.set(pixel, index)
    }
    indexes[at] = index
  }
  return { indexes, colours: [...indexOf.keys()].map((pixel) => pixel & 0xffffff), open: indexOf.get(0) }
}

type Bucket = { key: number; count: number; sums: [number, number, number] }
type Box = { buckets: Bucket[]; channel: number; spread: number }

const mean = ({ count, sums }: Bucket, channel: number) => (sums[channel] ?? 0) / count

/** Median cut: the box whose colours differ most, counted by pixel, is halved until there are enough. */
function reduceColours(pixels: Uint32Array): { colours: number[]; indexOf: Map<number, number> } {
  const boxes = [boxOf([...bucketsOf(pixels).values()])]
  while (boxes.length < COLOURS - 1) {
    const widest = boxes.reduce((a, b) => (b.spread > a.spread ? b : a))
    if (widest.spread === 0) break
    boxes.splice(boxes.indexOf(widest), 1, ...halves(widest))
  }
  const indexOf = new Map(boxes.flatMap(({ buckets }, index) => buckets.map(({ key }) => [key, index])))
  return { colours: boxes.map(({ buckets }) => meanColour(buckets)), indexOf }
}

function bucketsOf(pixels: Uint32Array): Map<number, Bucket> {
  const buckets = new Map<number, Bucket>()
  for (const pixel of pixels) {
    if (pixel < OPAQUE) continue
    const key = coarse(pixel)
    let bucket = buckets.get(key)
    if (!bucket) {
      bucket = { key, count: 0, sums: [0, 0, 0] }
      buckets.set(key, bucket)
    }
    bucket.count++
    for (const [channel, shift] of CHANNELS.entries()) {
      bucket.sums[channel] = (bucket.sums[channel] ?? 0) + ((pixel >> shift) & 0xff)
    }
  }
  return buckets
}

function boxOf(buckets: Bucket[]): Box {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  const ranges = CHANNELS.map((_, channel) => {
    const means = buckets.map((bucket) => mean(bucket, channel))
    return means.reduce((a, b) => Math.max(a, b)) - means.reduce((a, b) => Math.min(a, b))
  })
  const range = Math.max(...ranges)
  return { buckets, channel: ranges.indexOf(range), spread: range * Math.sqrt(count) }
}

function halves({ buckets, channel }: Box): [Box, Box] {
  const sorted = buckets.toSorted((a, b) => mean(a, channel) - mean(b, channel))
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2
  let sum = 0
  const middle = sorted.findIndex(({ count }) => {
    sum += count
    return sum >= half
  })
  const at = Math.min(middle + 1, sorted.length - 1)
  return [boxOf(sorted.slice(0, at)), boxOf(sorted.slice(at))]
}

function meanColour(buckets: Bucket[]): number {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  const of = (channel: number) =>
    Math.round(buckets.reduce((sum, { sums }) => sum + (sums[channel] ?? 0), 0) / count)
  return (of(0) << 16) | (of(1) << 8) | of(2)
}

import { GIFEncoder, type Palette, quantize } from 'gifenc/dist/gifenc.esm.js'
import type { Encoder } from './encoder.ts'

/** The last of 256 colours is transparency. */
const COLOURS = 255
const OPAQUE = 0x80
/** Disposal methods (GIF89a 23.c.iv). */
const KEEP = 1
const CLEAR = 2

const isOpen = (pixel: number): boolean => pixel >>> 24 < OPAQUE

const coloursOf = (pixel: number): [number, number, number] => [
  pixel & 255,
  (pixel >>> 8) & 255,
  (pixel >>> 16) & 255,
]

function nearest(palette: Palette, pixel: number): number {
  const [r, g, b] = coloursOf(pixel)
  let [index, least] = [0, Number.POSITIVE_INFINITY]
  palette.forEach(([pr = 0, pg = 0, pb = 0], i) => {
    const distance = (pr - r) ** 2 + (pg - g) ** 2 + (pb - b) ** 2
    if (distance < least) [index, least] = [i, distance]
  })
  return index
}

/** The colours of the pixels that are drawn: as they are where there are few enough, else the closest ones. */
export function paletteOf(pixels: Uint32Array): { palette: Palette; indexOf: (pixel: number) => number } {
  const known = new Map<number, number>()
  for (const pixel of pixels) if (!known.has(pixel)) known.set(pixel, known.size)
  if (known.size <= COLOURS) {
    const palette = [...known.keys()].map(coloursOf)
    return { palette, indexOf: (pixel) => known.get(pixel) ?? 0 }
  }
  const palette = quantize(new Uint8Array(pixels.buffer), COLOURS, { format: 'rgb565' })
  const found = new Map<number, number>()
  return {
    palette,
    indexOf(pixel) {
      const index = found.get(pixel) ?? nearest(palette, pixel)
      found.set(pixel, index)
      return index
    },
  }
}

/** The pixels of a frame that are not on the screen already: those that differ from what is `shown`. */
function drawnPixels(frame: Uint32Array, shown: Uint32Array | undefined): Uint32Array<ArrayBuffer> {
  const drawn: number[] = []
  frame.forEach((pixel, i) => {
    if (!isOpen(pixel) && pixel !== shown?.[i]) drawn.push((pixel | 0xff000000) >>> 0)
  })
  return Uint32Array.from(drawn)
}

/** Whether a pixel is open where the frame before has drawn one, so that its picture has to go. */
const mustClear = (before: Uint32Array, next: Uint32Array): boolean =>
  next.some((pixel, i) => isOpen(pixel) && !isOpen(before[i] as number))

/**
 * Writes a looping GIF frame by frame. Each frame has its own colours, and leaves out what is on the screen already. One
 * frame waits for the next, which says whether its picture has to go.
 */
export function gifEncoder({ width, height }: OffscreenCanvas): Encoder {
  const gif = GIFEncoder()
  let waiting: { pixels: Uint32Array; ms: number } | undefined
  let shown: Uint32Array | undefined
  let isFirst = true

  function write(next: Uint32Array | undefined): void {
    if (!waiting) return
    const { pixels, ms } = waiting
    const { palette, indexOf } = paletteOf(drawnPixels(pixels, shown))
    const open = Math.max(1, palette.length)
    const index = Uint8Array.from(pixels, (pixel, i) =>
      isOpen(pixel) || pixel === shown?.[i] ? open : indexOf((pixel | 0xff000000) >>> 0),
    )
    const dispose = next && mustClear(pixels, next) ? CLEAR : KEEP
    gif.writeFrame(index, width, height, {
      palette: [...(palette.length > 0 ? palette : [[0, 0, 0]]), [0, 0, 0]],
      ...(isFirst && { repeat: 0 }),
      delay: ms,
      transparent: true,
      transparentIndex: open,
      dispose,
    })
    isFirst = false
    shown = dispose === CLEAR ? undefined : pixels
  }

  return {
    async add(context, { duration }) {
      const { data } = context.getImageData(0, 0, width, height)
      const pixels = new Uint32Array(data.buffer)
      write(pixels)
      waiting = { pixels, ms: Math.round(duration * 1000) }
    },
    async end() {
      write(undefined)
      gif.finish()
      return new Blob([gif.bytes()], { type: 'image/gif' })
    },
  }
}

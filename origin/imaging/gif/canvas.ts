import { type Area, DISPOSAL, type GifFrame } from './gif-frames.ts'
import { unpackPixels } from './lzw.ts'

/** A pixel is its colour as 0xrrggbb and this; 0 is transparent. */
export const OPAQUE = 0x1000000

/** First row and step of each pass of an interlaced frame (GIF89a, appendix E). */
const PASSES: readonly [number, number][] = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
]

function* rowsOf({ height, isInterlaced }: GifFrame): Generator<number> {
  for (const [first, step] of isInterlaced ? PASSES : [[0, 1] as const]) {
    for (let row = first; row < height; row += step) yield row
  }
}

/** What a player shows of a GIF, frame by frame. */
export class Canvas {
  readonly pixels: Uint32Array
  readonly #width: number
  /** What follows the frame that is shown. */
  #after: { area: Area; disposal: number; saved: Uint32Array | undefined } | undefined

  constructor({ width, height }: { width: number; height: number }) {
    this.pixels = new Uint32Array(width * height)
    this.#width = width
  }

  /** Ends the frame that is shown, and draws the next. @throws MediaError for pixels that cannot be unpacked. */
  show(frame: GifFrame): void {
    this.#dispose()
    const saved = frame.disposal === DISPOSAL.restore ? this.#copyOf(frame) : undefined
    this.#after = { area: frame, disposal: frame.disposal, saved }
    this.#draw(frame)
  }

  #draw(frame: GifFrame): void {
    const { left, top, width, open, colours } = frame
    const indexes = new Uint8Array(width * frame.height)
    const count = unpackPixels(frame.data, indexes)
    const palette = Uint32Array.from(
      { length: 256 },
      (_, index) =>
        OPAQUE |
        ((colours[index * 3] ?? 0) << 16) |
        ((colours[index * 3 + 1] ?? 0) << 8) |
        (colours[index * 3 + 2] ?? 0),
    )
    let at = 0
    for (const row of rowsOf(frame)) {
      const from = (top + row) * this.#width + left
      for (let x = 0; x < width && at < count; x++) {
        const index = indexes[at++] ?? 0
        if (index !== open) this.pixels[from + x] = palette[index] ?? 0
      }
    }
  }

  #dispose(): void {
    const { area, disposal, saved } = this.#after ?? {}
    if (!area) return
    if (disposal === DISPOSAL.clear) this.#eachRow(area, (row) => void row.fill(0))
    else if (saved)
      this.#eachRow(area, (row, y) => row.set(saved.subarray(y * area.width, (y + 1) * area.width)))
  }

  #copyOf(area: Area): Uint32Array {
    const copy = new Uint32Array(area.width * area.height)
    this.#eachRow(area, (row, y) => copy.set(row, y * area.width))
    return copy
  }

  #eachRow({ left, top, width, height }: Area, work: (row: Uint32Array, y: number) => void): void {
    for (let y = 0; y < height; y++) {
      const from = (top + y) * this.#width + left
      work(this.pixels.subarray(from, from + width), y)
    }
  }
}

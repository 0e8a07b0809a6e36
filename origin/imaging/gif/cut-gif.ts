import { MediaError } from '../../../shared/media/limits.ts'
import { shownDelayMs } from '../../../shared/media/shown-delay.ts'
import { type Cut, framesOfSpan, type Span } from '../span.ts'
import { Canvas } from './canvas.ts'
import { DISPOSAL, type FrameControl, type GifBlocks, type GifFrame, readGifBlocks } from './gif-frames.ts'
import { packPixels } from './lzw.ts'
import { indexPixels } from './palette.ts'

/** Pixels of a canvas that is drawn: with what else it takes, about 40 MB. */
const CANVAS_MAX = 4_000_000
/** Pixels of all frames that are redrawn: half a second of work. */
const DRAWN_MAX = 16_000_000

/**
 * Cuts a GIF at its frames. Kept frames are copied as they are. Where the first one shows what earlier ones have left, it is
 * drawn whole, and so are the ones after it as long as they need more than the canvas shows.
 */
export function cutGif(bytes: Uint8Array, span: Span): Cut {
  const gif = readGifBlocks(bytes)
  const delays = gif.frames.map(({ delayMs }) => shownDelayMs(delayMs))
  const { first, end, startMs, durationMs } = framesOfSpan(delays, span)
  const bases = cleanStarts(gif)
  const drawn = drawnFrames(gif, bases, first, end)
  const copied = gif.frames.slice(first + drawn.length, end)
  return {
    pieces: [headOf(gif), gif.loop, ...drawn.flat(), ...copied.flatMap(blocksOf), Uint8Array.of(0x3b)],
    startMs,
    durationMs,
    isExact: true,
  }
}

/** The head with the size that players give the canvas. */
function headOf({ head, width, height }: GifBlocks): Uint8Array {
  const copy = Uint8Array.from(head)
  // The control blocks need GIF89a.
  copy[4] = '9'.charCodeAt(0)
  new DataView(copy.buffer).setUint16(6, width, true)
  new DataView(copy.buffer).setUint16(8, height, true)
  return copy
}

const isWhole = ({ width, height }: GifBlocks, frame: GifFrame): boolean =>
  frame.left === 0 && frame.top === 0 && frame.width === width && frame.height === height

/** For each frame, whether a player that starts there shows it and everything after it as one that came by. */
function cleanStarts(gif: GifBlocks): boolean[] {
  let isBlank = true
  return gif.frames.map((frame, at) => {
    const { disposal, open } = frame
    const coversAll = isWhole(gif, frame)
    // Browsers leave what no frame covers transparent, other players only where a frame has a transparent index.
    const isAlone = at === 0 || coversAll || open !== undefined
    const isStart = isBlank ? isAlone : coversAll && open === undefined && disposal !== DISPOSAL.restore
    if (disposal === DISPOSAL.clear) isBlank ||= coversAll
    else if (disposal !== DISPOSAL.restore) isBlank = false
    return isStart
  })
}

/** The frames from `first` on that are drawn whole, as blocks of a file. @throws MediaError 'too-large' */
function drawnFrames(gif: GifBlocks, bases: readonly boolean[], first: number, end: number): Uint8Array[][] {
  const made: Uint8Array[][] = []
  if (bases[first]) return made
  const size = gif.width * gif.height
  if (size > CANVAS_MAX) throw tooLarge()
  const canvas = new Canvas(gif)
  let next = bases.lastIndexOf(true, first)
  for (; next < first; next++) canvas.show(gif.frames[next] as GifFrame)
  for (; next < end && !bases[next]; next++) {
    if ((made.length + 1) * size > DRAWN_MAX) throw tooLarge()
    const frame = gif.frames[next] as GifFrame
    canvas.show(frame)
    const isLeft = frame.disposal !== DISPOSAL.clear && frame.disposal !== DISPOSAL.restore
    // Where the frame leaves what is shown, the next one finds what it needs. Else it is drawn too, on an empty canvas.
    const disposal = isLeft ? DISPOSAL.keep : DISPOSAL.clear
    made.push(wholeFrame(gif, canvas, { delayMs: frame.delayMs, disposal }))
    if (isLeft) break
  }
  return made
}

const tooLarge = () => new MediaError('too-large', 'too many pixels to draw: start at the first frame')

/** The blocks of a frame that is all of the canvas. */
export function wholeFrame(
  { width, height }: Pick<GifBlocks, 'width' | 'height'>,
  { pixels }: Canvas,
  control: Omit<FrameControl, 'open'>,
): Uint8Array[] {
  // Browsers clear to transparent, other players to a colour unless the frame has a transparent index.
  const { indexes, colours, open } = indexPixels(pixels, control.disposal === DISPOSAL.clear)
  const bits = Math.max(2, Math.ceil(Math.log2(colours.length + (open === colours.length ? 1 : 0))))
  const head = new Uint8Array(10 + (3 << bits))
  const view = new DataView(head.buffer)
  head[0] = 0x2c
  view.setUint16(5, width, true)
  view.setUint16(7, height, true)
  head[9] = 0x80 | (bits - 1)
  for (const [index, colour] of colours.entries()) {
    head.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff], 10 + index * 3)
  }
  return [controlBlock({ ...control, open }), head, packPixels(indexes, bits)]
}

function controlBlock({ delayMs, disposal, open }: FrameControl): Uint8Array {
  const delay = delayMs / 10
  const flags = (disposal << 2) | (open === undefined ? 0 : 1)
  return Uint8Array.of(0x21, 0xf9, 4, flags, delay & 0xff, delay >> 8, open ?? 0, 0)
}

const blocksOf = (frame: GifFrame): Uint8Array[] => [controlBlock(frame), frame.image]

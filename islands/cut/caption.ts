import type { Box, Caption, Size } from './cut.ts'

/** Of the shorter side. */
const TEXT_SIZES = { small: 0.08, medium: 0.12, large: 0.17 } as const
/** Of the text's size. */
const OUTLINES = { none: 0, thin: 0.12, thick: 0.24 } as const
const LINE = 1.16
const MARGIN = 0.04
/** How much of a picture the words may cover, of its height, and down to which size they shrink for that, in px. */
const MOST = 0.6
const SMALLEST_PX = 6

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The places where a text may go on in a new line: between words, also in languages that write without spaces. */
const wordsOf = (text: string): string[] => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** A text in lines that fit. A word that is too long for a line is broken between letters. */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (fits((line + part).trim())) {
      line += part
      return true
    }
    return false
  }
  for (const word of wordsOf(text.trim().replace(/\s+/gu, ' '))) {
    if (add(word)) continue
    if (line.trim()) lines.push(line.trim())
    line = ''
    if (add(word)) continue
    for (const letter of new Intl.Segmenter().segment(word)) {
      if (add(letter.segment)) continue
      if (line) lines.push(line)
      line = letter.segment
    }
  }
  if (line.trim()) lines.push(line.trim())
  return lines
}

const fontOf = (px: number) => `800 ${px}px system-ui, sans-serif`

/** The lines of a caption, and their size: smaller than chosen where they would cover too much. */
function layOut(context: Context, caption: Caption, { width, height }: Size) {
  let px = Math.max(SMALLEST_PX, Math.min(width, height) * TEXT_SIZES[caption.size])
  for (;;) {
    context.font = fontOf(px)
    const room = width * (1 - 2 * MARGIN) - px * OUTLINES[caption.outline]
    const lines = linesOf(caption.text, (line) => context.measureText(line).width <= room)
    if (lines.length * px * LINE <= height * MOST || px <= SMALLEST_PX) return { px, lines }
    px = Math.max(SMALLEST_PX, px * 0.9)
  }
}

/** Draws a caption into a picture of a size, whose first pixel is the context's. */
function drawCaption(context: Context, caption: Caption, size: Size): void {
  if (!caption.text.trim()) return
  const { px, lines } = layOut(context, caption, size)
  const line = px * LINE
  const edge = size.height * MARGIN
  const top = caption.place === 'top' ? edge : size.height - edge - lines.length * line
  Object.assign(context, {
    textAlign: 'center',
    textBaseline: 'middle',
    lineJoin: 'round',
    lineWidth: px * OUTLINES[caption.outline],
    strokeStyle: caption.outlineColour,
    fillStyle: caption.colour,
  })
  lines.forEach((text, i) => {
    const at = [size.width / 2, top + line * (i + 0.5)] as const
    if (caption.outline !== 'none') context.strokeText(text, ...at)
    context.fillText(text, ...at)
  })
}

/** Draws a frame as the file will have it: the crop at its size, and the words. */
export function drawResult(
  context: Context,
  image: CanvasImageSource,
  crop: Box,
  caption: Caption,
  size: Size,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, size.width, size.height)
  drawCaption(context, caption, size)
}

/**
 * Draws a whole frame for the editor, with the words where the file will have them: laid out for the file's size, and
 * scaled as the frame is.
 */
export function drawPreview(
  context: Context,
  image: CanvasImageSource,
  { crop, caption }: { crop: Box; caption: Caption },
  size: Size,
  scale: number,
): void {
  const { width, height } = context.canvas
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  const shown = (crop.width * scale) / size.width
  context.setTransform(shown, 0, 0, shown, crop.x * scale, crop.y * scale)
  drawCaption(context, caption, size)
}

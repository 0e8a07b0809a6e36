import type { ElementDefinition } from './elements.ts'
import type { Attribute } from './frame-url.ts'

/** What a frame says of its content, in px. */
export type Said = { width: number; height: number }

/**
 * The place of a frame, as declarations for its element. It is kept free before anything is loaded. What the frame says
 * of its own size counts where the page has not decided: an embed's ratio, a widget's height.
 */
export function frameCss(definition: ElementDefinition, attribute: Attribute, said?: Said): string {
  const width = pixels(attribute('width'))
  const height = pixels(attribute('height'))
  if (definition.width === 0) {
    const likely = pixels(attribute('tile-height')) ?? definition.height
    return `${maxWidth(width)}height:${height ?? said?.height ?? likely}px`
  }
  const given = ratioOf(attribute('ratio')) ?? (width && height ? { width, height } : undefined)
  const shape = given ?? said ?? definition
  const isFluid = attribute('ratio') !== null || attribute('width') !== null
  // An upright picture is as high as a wide one is wide, as in the snippet.
  const usual = definition.width * Math.min(1, shape.width / shape.height)
  const widest = width ?? (height ? (height * shape.width) / shape.height : isFluid ? undefined : usual)
  // Two numbers and not their quotient: a rounded one is a fraction of a pixel off, and the page shifts by it.
  return `${maxWidth(widest)}aspect-ratio:${shape.width}/${shape.height}`
}

/** A size that a frame may have said: two positive numbers, or nothing. */
export function saidSize({ width, height }: Record<string, unknown>): Said | undefined {
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

/** No frame is that long; a nonsense number must not push the page's end out of reach. */
const LONGEST_PX = 100_000

const isLength = (length: unknown): length is number =>
  typeof length === 'number' && length > 0 && length < LONGEST_PX

const maxWidth = (width: number | undefined) => (width ? `max-width:${width}px;` : '')

/** `480` and `480px`; nothing for `100%`, which is what a frame does anyway. */
const pixels = (text: string | null): number | undefined => {
  const length = Number(text?.replace(/px$/, ''))
  return isLength(length) ? length : undefined
}

/** `16/9`, `16:9` or `1.78`. */
const ratioOf = (text: string | null): Said | undefined => {
  const [width, height = 1] = (text ?? '').split(/[/:]/).map(Number)
  return saidSize({ width, height })
}

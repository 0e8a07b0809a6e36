import type { ElementDefinition } from './elements.ts'
import type { Attribute } from './frame.ts'

/** The size that a frame reports, in px. */
export type Said = { width: number; height: number }

/**
 * The space for a frame, as CSS declarations of its element, reserved before anything loads. The size that the frame
 * reports counts where the page has set none: an embed's ratio, a widget's height.
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

/** The size of a panel that a button opens, as CSS lengths. */
export const panelSize = ({ height }: ElementDefinition, attribute: Attribute): [string, string] => [
  `${pixels(attribute('width')) ?? PANEL_PX}px`,
  `${pixels(attribute('height')) ?? height}px`,
]

/** A panel's width: two columns of pictures in their own size. */
const PANEL_PX = 380

/** A reported size: two positive numbers, or undefined. */
export function saidSize({ width, height }: Record<string, unknown>): Said | undefined {
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

/** An upper bound: a nonsense number must not push the page's end out of reach. */
const LONGEST_PX = 100_000

const isLength = (length: unknown): length is number =>
  typeof length === 'number' && length > 0 && length < LONGEST_PX

const maxWidth = (width: number | undefined) => (width ? `max-width:${width}px;` : '')

/** `480` and `480px`; undefined for `100%`, the default. */
const pixels = (text: string | null): number | undefined => {
  const length = Number(text?.replace(/px$/, ''))
  return isLength(length) ? length : undefined
}

/** `16/9`, `16:9` or `1.78`. */
const ratioOf = (text: string | null): Said | undefined => {
  const [width, height = 1] = (text ?? '').split(/[/:]/).map(Number)
  return saidSize({ width, height })
}

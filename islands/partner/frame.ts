import { own } from '../../shared/own.ts'
import { FLAG_ATTRIBUTES, QUERY_NAMES } from '../../shared/widgets/element-options.data.ts'
import { FRAME_MESSAGES, type FrameMessage, SOURCE } from '../host/protocol.ts'
import type { ElementDefinition } from './elements.ts'
import { createElement } from './parts.ts'

/** The size that a frame reports, in px. */
export type Said = { width: number; height: number }

/** The space for a frame, as CSS declarations, before anything loads. The reported size counts where the page has set none. */
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

/** Reads an attribute; null where it is missing. */
type Attribute = (name: string) => string | null

/** The id or slug in a `gif` attribute, which may be the whole URL of the GIF's page. */
export function gifSlug(gif: string): string {
  const [path = ''] = gif.trim().split(/[?#]/, 1)
  return path.replace(/\/$/, '').split('/').at(-1) ?? ''
}

/** The URL of a frame; '' for an embed without a GIF. `id` tells frames apart, a counter: caches have the URL at the next visit. */
export function frameUrl(
  definition: ElementDefinition,
  base: string,
  id: string,
  attribute: Attribute,
): string {
  const slug = gifSlug(attribute('gif') ?? '')
  const isEmbed = definition.subject === 'gif'
  if (isEmbed && !slug) return ''
  const url = new URL(definition.path + (isEmbed ? encodeURIComponent(slug) : ''), base)
  for (const name of definition.options) {
    const value = attribute(name)
    const option = own(QUERY_NAMES, name) ?? name
    if (FLAG_ATTRIBUTES.includes(name)) {
      if (value !== null && value !== 'false') url.searchParams.set(option, '1')
    } else if (value) url.searchParams.set(option, value)
  }
  url.searchParams.set('id', id)
  return url.href
}

/** Attributes that make a frame another frame when they change. */
const MAKING = ['sandbox', 'loading', 'credentialless', 'facade', 'poster', 'inline']

/** Says whether a frame of these attributes would be the same frame. */
export const frameKey = (element: Element, url: string): string =>
  [url, ...MAKING.map((name) => element.getAttribute(name))].join('\n')

/** A frame as the element's attributes want it; with no more rights, and no more of the page's address, than it needs. */
export function newFrame(element: Element, url: string, isWanted: boolean): HTMLIFrameElement {
  const frame = createElement('iframe')
  const sandbox = element.getAttribute('sandbox')
  frame.part.add('frame')
  frame.allow = 'autoplay; fullscreen; clipboard-write'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.loading = isWanted || element.getAttribute('loading') === 'eager' ? 'eager' : 'lazy'
  if (sandbox !== null) frame.setAttribute('sandbox', sandbox)
  // An isolated page shows foreign frames only without credentials; the product reads none anyway.
  if (crossOriginIsolated || element.hasAttribute('credentialless')) frame.setAttribute('credentialless', '')
  frame.src = url
  return frame
}

/** The origin of a frame's messages: opaque (`null`) in a sandbox without `allow-same-origin`. */
export function originOf(frame: HTMLIFrameElement): string {
  const rights = frame.getAttribute('sandbox')
  return rights === null || rights.includes('allow-same-origin') ? new URL(frame.src).origin : 'null'
}

/** A message that a frame has posted: its fields come from another page, so nothing is known of them. */
type ReceivedMessage = { type: FrameMessage['type']; detail: Record<string, unknown> }

/** The message of the frame with this id, or nothing: a page receives messages of all sorts. */
export function readMessage(data: unknown, frame: string): ReceivedMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { source, id, type, ...detail } = data as Record<string, unknown>
  return source === SOURCE && id === frame && isType(type) ? { type, detail } : undefined
}

const isType = (type: unknown): type is FrameMessage['type'] =>
  typeof type === 'string' && Object.hasOwn(FRAME_MESSAGES, type)

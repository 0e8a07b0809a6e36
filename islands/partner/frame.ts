import { FLAG_ATTRIBUTES, QUERY_NAMES } from '../../shared/widgets/element-options.data.ts'
import { FRAME_MESSAGES, type FrameMessage, SOURCE } from '../host/protocol.ts'
import type { ElementDefinition } from './elements.ts'
import { createElement } from './parts.ts'

/** Reads an attribute; null where it is missing. */
export type Attribute = (name: string) => string | null

/** The id or slug in a `gif` attribute, which may be the whole URL of the GIF's page. */
export function slugOf(gif: string): string {
  const [path = ''] = gif.trim().split(/[?#]/, 1)
  return path.replace(/\/$/, '').split('/').at(-1) ?? ''
}

/**
 * The URL of a frame; '' for an embed without a GIF. `id` distinguishes its messages from other frames'. It is a counter,
 * so that the URL is the same at the next visit and caches have it.
 */
export function frameUrl(
  definition: ElementDefinition,
  base: string,
  id: string,
  attribute: Attribute,
): string {
  const slug = slugOf(attribute('gif') ?? '')
  const isEmbed = definition.subject === 'gif'
  if (isEmbed && !slug) return ''
  const url = new URL(definition.path + (isEmbed ? encodeURIComponent(slug) : ''), base)
  for (const name of definition.options) {
    const value = attribute(name)
    const option = QUERY_NAMES[name] ?? name
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

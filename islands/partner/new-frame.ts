import { createElement } from './own-document.ts'

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

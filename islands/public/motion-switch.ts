import { type HostMessage, SOURCE } from '../host/protocol.ts'

/**
 * WCAG 2.2.2: one switch for everything that moves. A tile's still is a source that reduced motion chooses; asked for
 * by hand, it is chosen by the same source. Films stop, and our frames get a message.
 */
export function startMotionSwitch(): void {
  const button = document.querySelector<HTMLElement>('[data-action="motion"]')
  let moving = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const show = () => document.documentElement.toggleAttribute('data-still', !moving)
  show()

  button?.addEventListener('click', () => {
    moving = !moving
    show()
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-still]')) {
      source.media = moving ? 'not all' : 'all'
    }
    for (const frame of document.querySelectorAll('iframe')) {
      const message: HostMessage = { type: moving ? 'play' : 'pause' }
      frame.contentWindow?.postMessage({ source: SOURCE, id: frame.name, ...message }, location.origin)
    }
    document.dispatchEvent(new CustomEvent('motion', { detail: moving }))
  })
}

import { type HostMessage, SOURCE } from '../host/protocol.ts'

/** Where this tab keeps the choice until it is closed: what pauses one page pauses the next. */
const KEPT = 'loopframe-motion'

/**
 * WCAG 2.2.2: one switch for everything that moves. A tile's still is a source that reduced motion chooses; asked for
 * by hand, it is chosen by the same source. Films stop, and our frames get a message.
 */
export function startMotionSwitch(): void {
  const button = document.querySelector<HTMLElement>('[data-action="motion"]')
  let moving = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const show = () => document.documentElement.toggleAttribute('data-still', !moving)

  const tell = (frame: HTMLIFrameElement) => {
    const message: HostMessage = { type: moving ? 'play' : 'pause' }
    frame.contentWindow?.postMessage({ source: SOURCE, id: frame.name, ...message }, location.origin)
  }
  const turn = (next: boolean) => {
    moving = next
    show()
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-still]')) {
      source.media = moving ? 'not all' : 'all'
    }
    for (const frame of document.querySelectorAll('iframe')) tell(frame)
    document.dispatchEvent(new CustomEvent('motion', { detail: moving }))
  }

  const kept = keptChoice()
  if (kept === undefined) show()
  else {
    turn(kept)
    // One that is still to load has missed the message.
    for (const frame of document.querySelectorAll('iframe')) frame.addEventListener('load', () => tell(frame))
  }
  button?.addEventListener('click', () => {
    turn(!moving)
    keep(moving)
  })
}

function keptChoice(): boolean | undefined {
  try {
    const text = sessionStorage.getItem(KEPT)
    return text === null ? undefined : text === 'on'
  } catch {
    // A browser may refuse storage: then each page begins as the visitor's system says.
    return undefined
  }
}

function keep(moving: boolean): void {
  try {
    sessionStorage.setItem(KEPT, moving ? 'on' : 'off')
  } catch {
    // As above.
  }
}

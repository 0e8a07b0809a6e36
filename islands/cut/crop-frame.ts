import { own } from '../../shared/own.ts'
import { type Box, type Corner, moveBox, resizeBox, type Size } from './cut.ts'

/** Of the picture's longer side: how far an arrow key moves. With Shift it's one pixel. */
const KEY_STEP = 0.02

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Hold = {
  picture: () => Size
  box: () => Box
  ratio: () => number | undefined
  change: (box: Box) => void
}

/**
 * The frame of a crop over a picture: it is dragged as a whole or by a corner, and each is a button that arrow keys move.
 * @param end ends its listeners
 */
export function cropFrame(frame: HTMLElement, hold: Hold, end: AbortSignal): { show: () => void } {
  const { signal } = { signal: end }
  const moved = (from: Box, corner: Corner | undefined, dx: number, dy: number) =>
    corner
      ? resizeBox(from, corner, dx, dy, hold.picture(), hold.ratio())
      : moveBox(from, dx, dy, hold.picture())
  for (const part of frame.querySelectorAll<HTMLElement>('[data-corner]')) {
    const corner = (part.dataset.corner || undefined) as Corner | undefined
    part.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return
        event.preventDefault()
        part.focus()
        part.setPointerCapture(event.pointerId)
        follow(event, hold.box(), corner)
      },
      { signal },
    )
    part.addEventListener(
      'keydown',
      (event) => {
        const arrow = own(ARROWS, event.key)
        if (!arrow) return
        event.preventDefault()
        const { width, height } = hold.picture()
        const step = event.shiftKey ? 1 : Math.max(1, Math.round(Math.max(width, height) * KEY_STEP))
        hold.change(moved(hold.box(), corner, arrow[0] * step, arrow[1] * step))
      },
      { signal },
    )
  }

  /** Moves what is held with a pointer, until it is released. */
  function follow({ clientX, clientY, target }: PointerEvent, from: Box, corner: Corner | undefined): void {
    const part = target as HTMLElement
    const scale = hold.picture().width / (frame.parentElement?.clientWidth || 1)
    const released = new AbortController()
    const both = { signal: AbortSignal.any([released.signal, end]) }
    part.addEventListener(
      'pointermove',
      (event) =>
        hold.change(
          moved(from, corner, (event.clientX - clientX) * scale, (event.clientY - clientY) * scale),
        ),
      both,
    )
    for (const type of ['pointerup', 'pointercancel'] as const)
      part.addEventListener(type, () => released.abort(), both)
  }

  return {
    show() {
      const [{ x, y, width, height }, picture] = [hold.box(), hold.picture()]
      const part = (length: number, whole: number) => `${(100 * length) / whole}%`
      Object.assign(frame.style, {
        left: part(x, picture.width),
        top: part(y, picture.height),
        width: part(width, picture.width),
        height: part(height, picture.height),
      })
    },
  }
}

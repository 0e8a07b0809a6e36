import { evaluateInFrame } from './evaluate-in-frame.ts'
import { hoverTimes } from './frame-facts.ts'
import type { Visit } from './visit.ts'

const PATIENCE_MS = 5_000

/** ms from `pointerover` to the footer, and to the live island; `Infinity` if one never appeared. */
export type Hover = { footer: number; live: number }

export const NEVER: Hover = { footer: Number.POSITIVE_INFINITY, live: Number.POSITIVE_INFINITY }

/** Moves the pointer into the page's first frame, as a hand would, and reads the times inside it. */
export async function hover({ page, frames }: Visit): Promise<Hover> {
  const [frame] = frames
  if (!frame) return NEVER
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 900, y: 800 })
  const times = evaluateInFrame(frame, hoverTimes, PATIENCE_MS)
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 240, y: 120 })
  const { footer, live } = await times
  const orNever = (ms: number) => (ms < 0 ? Number.POSITIVE_INFINITY : ms)
  return { footer: orNever(footer), live: orNever(live) }
}

/** What an entry of the history keeps of its page. */
type Kept = {
  /** How far down somebody was, in px. */
  y?: number
  /** The query of the entry before it, of the same page. */
  before?: string
}

/** What the entry of the history that is shown has kept. */
export const keptHere = (): Kept => (history.state as Kept | null) ?? {}

/** Where the page is to be scrolled to once its list is there. */
let wanted: number | undefined
const forget = () => {
  wanted = undefined
}

/** A list that has not come in this time, in ms, is not scrolled under somebody's hands. */
const LATE_MS = 5000

/** Scrolls to where somebody was in this entry, as soon as the page is long enough. */
export function restoreScroll(): void {
  const { scrollHeight, clientHeight } = document.documentElement
  if (wanted === undefined || scrollHeight - clientHeight < wanted) return
  scrollTo(0, wanted)
  forget()
}

/** Notes how far down somebody is. While a place is still to be found again, the page is nowhere yet. */
export function noteScroll(): void {
  if (wanted === undefined) history.replaceState({ ...keptHere(), y: scrollY }, '')
}

function find(): void {
  wanted = keptHere().y
  setTimeout(forget, LATE_MS)
  // What is read again at once has its rows in the next frame.
  requestAnimationFrame(restoreScroll)
}

/** Way back and reload lead to where somebody was: a browser alone does not wait for a list that is read by a script. */
export function keepScroll(): void {
  find()
  addEventListener('popstate', find)
  addEventListener('scrollend', noteScroll)
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(type, forget, { passive: true, capture: true })
}

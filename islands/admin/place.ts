/** What an entry of the history keeps of its page. */
type Kept = {
  /** How far down the page was scrolled, in px. */
  y?: number
  /** The query of the entry before it, of the same page. */
  before?: string
  /** How many entries of the page are before it. */
  at?: number
}

/** What the entry of the history that is shown has kept. */
const keptHere = (): Kept => (history.state as Kept | null) ?? {}

/** The entry that is shown: how many are before it. */
let at = 0

/** Whether the page itself goes back or forth: it has asked already. */
let isOwnWay = false

type Ask = (go: () => void) => void
let held: Ask | undefined

/**
 * Stays where the page is when the browser's way back or forth would leave it. The result ends that.
 * @param ask takes what goes that way after all
 */
export function holdPlace(ask: Ask): () => void {
  held = ask
  return () => {
    held = undefined
  }
}

/** Another entry is shown: it is gone back from where the page is held. */
function arrive(event: PopStateEvent): void {
  const there = keptHere().at ?? 0
  const way = there - at
  if (held && !isOwnWay && way !== 0) {
    event.stopImmediatePropagation()
    history.go(-way)
    held(() => {
      isOwnWay = true
      history.go(way)
    })
    return
  }
  isOwnWay = false
  at = there
}

/** Where the page is to be scrolled to once its list is there. */
let wanted: number | undefined
const forget = () => {
  wanted = undefined
}

/** A list that has not come in this time, in ms, is not scrolled any more: the reader has begun to use the page. */
const LATE_MS = 5000

/** Scrolls to where this entry was left, as soon as the page is long enough. */
export function restoreScroll(): void {
  const { scrollHeight, clientHeight } = document.documentElement
  if (wanted === undefined || scrollHeight - clientHeight < wanted) return
  scrollTo(0, wanted)
  forget()
}

/** Notes how far down the page is scrolled, unless it is still waiting to be scrolled to where it was. */
function noteScroll(): void {
  if (wanted === undefined) history.replaceState({ ...keptHere(), y: scrollY }, '')
}

function find(): void {
  wanted = keptHere().y
  setTimeout(forget, LATE_MS)
  // What is read again at once has its rows in the next frame.
  requestAnimationFrame(restoreScroll)
}

/** Back and reload lead to where the entry was left: a browser alone does not wait for a list that a script reads. */
export function keepScroll(): void {
  at = keptHere().at ?? 0
  find()
  // Before anything else hears of it: a window's listeners are called in the order in which they came.
  addEventListener('popstate', arrive)
  addEventListener('popstate', find)
  addEventListener('scrollend', noteScroll)
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(type, forget, { passive: true, capture: true })
}

/** A choice is an entry of the history. One that leads to where the way back leads is the way back. */
export function enter({ href, search }: URL): void {
  if (href === location.href) return
  if (keptHere().before === search) {
    isOwnWay = true
    history.back()
  } else {
    noteScroll()
    at += 1
    history.pushState({ before: location.search, at }, '', href)
  }
}

/** Typing stays within its entry, so that going back does not go letter by letter. */
export const amend = ({ href }: URL) => history.replaceState(keptHere(), '', href)

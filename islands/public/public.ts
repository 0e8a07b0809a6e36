import { clipboardAllowed, copyText } from '../dom/clipboard.ts'
import { fetchOwn } from '../dom/own-api.ts'
import { attempt } from '../dom/page.ts'
import { isMarked } from '../dom/staff-mark.ts'
import { type HostMessage, SOURCE } from '../host/protocol.ts'
import { visitorObjects } from '../track/privacy.ts'
import { isSampled } from '../track/reports/sampled.ts'
import type { Typed } from './keep-words.ts'
import { startNaming } from './viewer.ts'

/** Where this tab keeps the choice until it is closed: what pauses one page pauses the next. */
const KEPT = 'loopframe-motion'

/** WCAG 2.2.2: one switch for all that moves: tiles by the source that reduced motion chooses, films, and our frames by message. */
function startMotionSwitch(): void {
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

  // A browser may refuse storage: then each page begins as the visitor's system says.
  const kept = attempt(() => sessionStorage.getItem(KEPT))
  if (!kept) show()
  else {
    turn(kept === 'on')
    // One that is still to load has missed the message.
    for (const frame of document.querySelectorAll('iframe')) frame.addEventListener('load', () => tell(frame))
  }
  button?.addEventListener('click', () => {
    turn(!moving)
    attempt(() => sessionStorage.setItem(KEPT, moving ? 'on' : 'off'))
  })
}

/** How long 'Copied' is shown, ms. */
const COPIED_MS = 2000

/** §5 Share fields select their contents on focus or click; a button next to each one copies it. */
function startShareFields(): void {
  for (const field of document.querySelectorAll<Typed>('[data-share]')) {
    field.addEventListener('focus', () => field.select())
    field.addEventListener('click', () => field.select())
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.hidden = !clipboardAllowed()
    button.addEventListener('click', () => copy(button))
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const field = document.getElementById(button.dataset.copy ?? '') as Typed
  const status = button.parentElement?.querySelector<HTMLElement>('.copied')
  if (!(await copyText(field.value))) {
    // Selected, the text is one keystroke from being copied.
    field.focus()
    button.hidden = true
    return
  }
  field.dispatchEvent(new Event('copied', { bubbles: true }))
  if (!status) return
  status.textContent = status.dataset.text ?? ''
  setTimeout(() => {
    status.textContent = ''
  }, COPIED_MS)
}

// What every public page does once it is there; without it all of them show, link and read.
for (const player of document.querySelectorAll<HTMLElement>('.player')) startItemPlayer(player)
// After what listens to it: the switch may have been pressed on the page before.
startMotionSwitch()
startShareFields()
startNaming()
startParts()
for (const button of document.querySelectorAll<HTMLElement>('[data-opens]')) startOpener(button)
for (const field of document.querySelectorAll<HTMLInputElement>('.search input[type="search"]')) {
  startCompletion(field)
}

/** The player of an item's page: its button pauses on the still layer. Unwanted motion rests by style alone until it is played. */
function startItemPlayer(player: HTMLElement): void {
  const film = player.querySelector('video')
  let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches

  const follow = (next: boolean) => {
    playing = next
    player.toggleAttribute('data-paused', !playing)
    player.toggleAttribute('data-playing', playing)
    if (!film) return
    // A browser that does not let it play leaves its first frame: this is no error.
    if (playing) film.play().catch(() => {})
    else film.pause()
  }
  if (!playing) follow(false)
  player.querySelector('[data-action="pause"]')?.addEventListener('click', () => follow(!playing))
  document.addEventListener('motion', (event) => follow((event as CustomEvent<boolean>).detail))
  // A broken picture leaves its place to the still layer.
  player.addEventListener('error', () => player.setAttribute('data-broken', ''), {
    capture: true,
    once: true,
  })
}

/**
 * Fetches what is behind a page only where it is wanted: the tools of moderators and staff, where this browser has seen one of
 * them, and what counts views and reports errors (§2, §9).
 */
function startParts(): void {
  const { tools, visit, analytics } = (document.getElementById('content') as HTMLElement).dataset
  const sampled = isSampled(location.port, Math.random)
  if (tools && isMarked()) import(tools).then((part) => part.startTools()).catch(() => {})
  if (visit && (analytics || sampled) && !visitorObjects())
    import(visit).then((part) => part.startVisit(analytics, sampled)).catch(() => {})
}

type Part = { open: (button: HTMLElement) => void }

/** Fetches a part's module when its button is about to be pressed; the press opens it, or leads to what is there instead. */
function startOpener(button: HTMLElement): void {
  const load = (): Promise<Part> => import(button.dataset.opens ?? '')
  const prepare = () => void load().catch(() => {})
  for (const intent of ['pointerenter', 'touchstart', 'focus']) {
    button.addEventListener(intent, prepare, { once: true, passive: true })
  }
  button.addEventListener('click', async () => {
    const part = await load().catch(() => undefined)
    if (part) part.open(button)
    else document.getElementById(button.dataset.instead ?? '')?.scrollIntoView()
  })
}

/** How long typing rests before the library is asked, ms, and how many terms are offered. */
const REST_MS = 150
const TERMS = 8

/** Completes what is typed into a search field by the library's own terms, in the browser's own list. */
function startCompletion(field: HTMLInputElement): void {
  const list = document.createElement('datalist')
  list.id = `${field.id}-terms`
  let rest = 0

  const complete = async (q: string) => {
    const response = await fetchOwn(
      `/v1/gifs/search/tags?${new URLSearchParams({ q, limit: String(TERMS) })}`,
    )
    const { data } = (await response.json()) as { data: { name: string }[] }
    // What came for a text that has changed meanwhile is late.
    if (field.value.trim() !== q) return
    list.replaceChildren(...data.map(({ name }) => new Option(name)))
    // Until there is something to choose it is a plain search field.
    if (!field.list) {
      field.after(list)
      field.setAttribute('list', list.id)
    }
  }

  field.addEventListener('input', (event) => {
    clearTimeout(rest)
    const q = field.value.trim()
    const isChosen = (event as InputEvent).inputType === 'insertReplacementText'
    if (isChosen && [...list.children].some((one) => (one as HTMLOptionElement).value === q)) {
      field.form?.requestSubmit()
      return
    }
    if (q) rest = window.setTimeout(() => complete(q).catch(() => {}), REST_MS)
  })
}

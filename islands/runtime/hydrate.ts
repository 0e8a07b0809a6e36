import { FOOTER_DELAY_MS } from '../../shared/limits.ts'
import { own } from '../../shared/own.ts'
import { ownUrl } from '../dom/own-api.ts'
import { isRoomy } from '../dom/page.ts'

/** When an island wakes: at once, when the browser is idle, in view, on a visitor's intent, or with its end in view. */
export type Strategy = 'load' | 'idle' | 'visible' | 'intent' | 'end'

/** A visitor's intent: `now` when a press, key or focus waits for the island, else there is time (a mere hover). */
type Wake = { now: boolean }

const PRESSES = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'click'] as const

/** Settles when the element comes into view. */
export const inView = (element: Element): Promise<Wake> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      resolve({ now: true })
    })
    observer.observe(element)
  })

/** Intent counts anywhere on the page's root: a pointer over the picture hydrates the footer too. */
export const intent = (page: HTMLElement): Promise<Wake> =>
  new Promise((resolve) => {
    const stop = new AbortController()
    const once = { signal: stop.signal, passive: true, capture: true }
    const wake = (now: boolean) => () => {
      stop.abort()
      resolve({ now })
    }
    page.addEventListener('pointerover', wake(false), once)
    for (const type of PRESSES) page.addEventListener(type, wake(true), once)
  })

/** Settles when the island should wake. */
export type Ready = (element: HTMLElement, page: HTMLElement) => Promise<Wake>

/** Each strategy's promise; `end` comes with the pages that have lists (`islands/widget/live.ts`). */
export const ready: Record<Exclude<Strategy, 'end'>, Ready> = {
  load: async () => ({ now: true }),

  idle: () =>
    new Promise((resolve) => {
      // Safari has no requestIdleCallback: https://caniuse.com/requestidlecallback
      const idle = window.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 200))
      idle(() => resolve({ now: true }))
    }),

  visible: inView,

  intent: (_element, page) => intent(page),
}

/** Queues the clicks that an island gets before it is live, so that none is lost. The result ends that and dispatches them. */
function queueClicks(element: HTMLElement): () => void {
  const queue: HTMLElement[] = []
  const add = (event: Event) => {
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role=button]') : null
    if (!control) return
    event.preventDefault()
    event.stopPropagation()
    queue.push(control)
  }
  element.addEventListener('click', add, true)
  return () => {
    element.removeEventListener('click', add, true)
    for (const control of queue) control.click()
  }
}

type Strategies = Record<string, Ready>

/** Files that a page's islands need besides its module: those of several, and each one's own, its module first, style too. */
export type IslandFiles = { shared: readonly string[]; islands: Readonly<Record<string, readonly string[]>> }

type Options = {
  strategies?: Strategies
  /** Addresses of our API that islands fetch first, by island: they are fetched with its code. */
  fetches?: Readonly<Record<string, string>>
}

type Page = Required<Options> & { root: HTMLElement; files: IslandFiles; props: object }

/** Wakes every island below the root at its own moment, with the root's props. A broken one stops no other; all are one warning. */
export function hydrateIslands(
  root: HTMLElement,
  files: IslandFiles,
  model: object,
  { strategies = ready, fetches = {} }: Options = {},
): void {
  const page = {
    root,
    files,
    strategies,
    fetches,
    props: { ...JSON.parse(root.dataset.props ?? '{}'), model },
  }
  let warned = false
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    hydrateIsland(element, page).catch((error) => {
      element.dataset.failed = ''
      if (!warned) console.warn(`loopframe: island ${element.dataset.island} stays as it is`, error)
      warned = true
    })
  }
}

async function hydrateIsland(element: HTMLElement, page: Page): Promise<void> {
  const { root, files, props, strategies } = page
  const { island = '', when = 'intent' } = element.dataset
  const fetches = own(page.fetches, island)
  const parts = own(files.islands, island)?.map(toUrl)
  const ready = own(strategies, when)
  if (!parts?.[0] || !ready) throw new Error('no such island')

  const replay = queueClicks(element)
  try {
    const wake = await ready(element, root)
    // On a mere hover the files come now but run after the footer's frame: evaluating React inside the 150 ms would
    // delay the very frame that the visitor waits for (M42).
    const needed = [...files.shared.map(toUrl), ...parts]
    const styled = Promise.all(needed.filter((href) => href.endsWith('.css')).map(fetchStyle))
    if (fetches && isRoomy())
      preload({ href: ownUrl(fetches), rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' })
    if (!wake.now) {
      for (const href of needed) if (href.endsWith('.js')) preload({ href, rel: 'modulepreload' })
      await footerShown(root)
    }
    const [{ createElement, createRoot, hydrateRoot }, Component] = await Promise.all([
      import('./react.ts'),
      componentAt(parts[0]),
      styled,
    ])
    const content = createElement(Component, props)
    if (element.firstChild) hydrateRoot(element, content)
    else createRoot(element).render(content)
    element.dataset.hydrated = ''
  } finally {
    replay()
  }
}

const toUrl = (name: string) => `/static/${name}`

/** The component that an island's module exports. It is checked against its props where a page shows it. */
async function componentAt(url: string): Promise<() => null> {
  return (await import(/* @vite-ignore */ url)).default
}

/** Fetches a file ahead of its use; one that several islands need is fetched once. */
function preload(link: Partial<HTMLLinkElement> & { href: string }): void {
  if (document.head.querySelector(`link[href="${link.href}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), link))
}

/** Settles when a style is there: an island never shows without its own. */
const fetchStyle = (href: string) =>
  new Promise((resolve, reject) => {
    const link = { rel: 'stylesheet', href, onload: resolve, onerror: () => reject(new Error(href)) }
    document.head.append(Object.assign(document.createElement('link'), link))
  })

/** Settles after the first frame that shows the footer, or at once on a press. */
function footerShown(root: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => requestAnimationFrame(() => setTimeout(resolve)), FOOTER_DELAY_MS.show)
    const press = () => {
      clearTimeout(timer)
      resolve()
    }
    root.addEventListener('pointerdown', press, { once: true, capture: true, passive: true })
  })
}

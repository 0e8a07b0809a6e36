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

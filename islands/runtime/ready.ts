/** When an island wakes: at once, when the browser is idle, when it is in view, or when somebody means it. */
export type Strategy = 'load' | 'idle' | 'visible' | 'intent'

/** A visitor's intent: `now` when a press, key or focus waits for the island, else there is time (a mere hover). */
export type Wake = { now: boolean }

const PRESSES = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'click'] as const

/** Each strategy gives a promise that settles when the island should wake. */
export const ready: Record<Strategy, (element: HTMLElement, page: HTMLElement) => Promise<Wake>> = {
  load: async () => ({ now: true }),

  idle: () =>
    new Promise((resolve) => {
      // Safari has no requestIdleCallback: https://caniuse.com/requestidlecallback
      const idle = window.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 200))
      idle(() => resolve({ now: true }))
    }),

  visible: (element) =>
    new Promise((resolve) => {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        resolve({ now: true })
      })
      observer.observe(element)
    }),

  // The intent counts anywhere on the page's root: a footer is meant as soon as the picture is.
  intent: (_element, page) =>
    new Promise((resolve) => {
      const stop = new AbortController()
      const once = { signal: stop.signal, passive: true, capture: true }
      const wake = (now: boolean) => () => {
        stop.abort()
        resolve({ now })
      }
      page.addEventListener('pointerover', wake(false), once)
      for (const type of PRESSES) page.addEventListener(type, wake(true), once)
    }),
}

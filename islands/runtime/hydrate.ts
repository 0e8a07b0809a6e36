import { FOOTER_DELAY_MS } from '../../shared/limits.ts'
import { ready, type Strategy } from './ready.ts'
import { keepClicks } from './replay.ts'

// Names and props come out of HTML attributes, so here their types are gone.
type Load = () => Promise<(props: never) => unknown>

/** Wakes every island below the root, each at its own moment. One broken island never stops another. */
export function hydrateIslands(root: HTMLElement, loaders: Record<string, Load>, model: object): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    hydrateIsland(element, root, loaders, model).catch((error) =>
      console.warn(`loopframe: island ${element.dataset.island} stays as it is`, error),
    )
  }
}

async function hydrateIsland(
  element: HTMLElement,
  root: HTMLElement,
  loaders: Record<string, Load>,
  model: object,
) {
  const { island = '', when = 'load', props = '{}', modules = '' } = element.dataset
  const load = loaders[island]
  if (!load) throw new Error('no such island')

  const replay = keepClicks(element)
  try {
    const wake = await ready[when as Strategy](element, root)
    // On a mere hover the files come now but run after the footer's frame: evaluating React inside the 150 ms would
    // delay the very frame that the visitor waits for (`performance.md`, finding 2).
    if (!wake.now) {
      preload(modules.split(' '))
      await footerShown(root)
    }
    const [{ createElement, hydrateRoot }, Component] = await Promise.all([import('./react.ts'), load()])
    hydrateRoot(element, createElement(Component as () => null, { ...JSON.parse(props), model }))
    element.dataset.hydrated = ''
  } finally {
    replay()
  }
}

/** Fetches modules without running them. */
function preload(urls: readonly string[]): void {
  for (const href of urls) {
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

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

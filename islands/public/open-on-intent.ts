type Part = { open: (button: HTMLElement) => void }

/**
 * Fetches the module of a part of the page when somebody is about to press its button, and opens it with the press. Where it
 * does not arrive, the press leads to what the page has instead.
 */
export function startOpener(button: HTMLElement): void {
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

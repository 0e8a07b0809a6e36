type Part = { open: (button: HTMLElement) => void }

/** Fetches the module of a part of the page when somebody is about to press its button, and opens it with the press. */
export function startOpener(button: HTMLElement): void {
  const load = (): Promise<Part> => import(button.dataset.opens ?? '')
  const prepare = () => void load().catch(() => {})
  for (const intent of ['pointerenter', 'touchstart', 'focus']) {
    button.addEventListener(intent, prepare, { once: true, passive: true })
  }
  button.addEventListener('click', async () => (await load()).open(button))
}

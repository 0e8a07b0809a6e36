import type { EmbedModel } from '../model/embed-model.ts'

/**
 * Keys of the whole page, where what has the focus does not take them itself: Space and K pause, S shares, Escape goes
 * back. They work in the frame that has the focus, as WCAG 2.1.4 wants it of single letters.
 */
export function handleKeys(model: EmbedModel, root: HTMLElement): void {
  const press: Record<string, (event: KeyboardEvent) => void> = {
    ' ': (event) => {
      // A button has a press of its own for it. A page without one scrolls its host.
      if ((event.target as Element).closest('button')) return
      event.preventDefault()
      model.togglePause()
    },
    k: model.togglePause,
    s: () => {
      const button = root.querySelector<HTMLElement>('.share-button')
      // Not where the frame has no room for it, or its code did not come.
      if (button?.offsetParent) button.click()
    },
    escape: () => {
      if (model.mediaShown.value) model.hideMedia()
      else (document.activeElement as HTMLElement | null)?.blur()
    },
  }
  addEventListener('keydown', (event) => {
    const { key, defaultPrevented, repeat, ctrlKey, metaKey, altKey } = event
    // An open menu has its own keys, and fields that are typed in; under a film there is nothing to pause.
    if (defaultPrevented || repeat || ctrlKey || metaKey || altKey || model.shareOpen.value) return
    if (model.mediaShown.value && key !== 'Escape') return
    const name = key.toLowerCase()
    if (Object.hasOwn(press, name)) press[name]?.(event)
  })
}

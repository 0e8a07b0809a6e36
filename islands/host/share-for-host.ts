import { isRoomy } from '../dom/is-roomy.ts'

/** What a host's `share` does. §2 There is a share menu only on a desktop, and only where the frame has room for it. */
export function shareForHost(root: HTMLElement, model: { openShare: () => void }): void {
  if (root.dataset.layout !== 'desktop' || !isRoomy()) return
  model.openShare()
  // Islands wake on a visitor's intent, and this is one by proxy.
  root.dispatchEvent(new Event('touchstart'))
}

import { hostOrigin } from './host-origin.ts'
import { onceTold } from './once-told.ts'

/**
 * Tells the host of a passive page that it is ready and seen (`docs/contract.md`). A frame with a name tells more,
 * and all of it in `host-messages.ts`, which also goes on here as soon as somebody means the page.
 */
export function tellHost(root: HTMLElement, id: string): (type: 'ready' | 'seen') => void {
  if (parent === window || new URLSearchParams(location.search).has('id')) return () => {}
  const host = hostOrigin(document) ?? '*'
  return (type) => {
    if (onceTold(root, type)) parent.postMessage({ source: 'loopframe', id, type }, host)
  }
}

import { hostOrigin, isUnsent } from './host-port.ts'
import { SOURCE } from './protocol.ts'

/**
 * Posts to the host of a passive page that it is ready and seen (`docs/contract.md`, Messages). All else, and all of a frame
 * with a name, is posted by `host-messages.ts`, which comes with the visitor's intent.
 */
export function openPassivePort(root: HTMLElement, id: string): (type: 'ready' | 'seen') => void {
  if (parent === window || new URLSearchParams(location.search).has('id')) return () => {}
  const host = hostOrigin(document) ?? '*'
  return (type) => {
    if (isUnsent(root, type)) parent.postMessage({ source: SOURCE, id, type }, host)
  }
}

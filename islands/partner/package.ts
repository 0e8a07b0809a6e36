/** The package `loopframe`: the elements for pages that bundle scripts. Importing it does nothing, so that a server may. */
import { registerElements } from './define-elements.ts'

/** @see the package's types (`tools/build/packages/package-texts.ts`) */
export function defineElements({ origin }: { origin: string | URL }): void {
  const { protocol, origin: base } = new URL(origin)
  if (!/^https?:$/.test(protocol))
    throw new TypeError(`defineElements: ${origin} is not the address of a website`)
  if (typeof customElements !== 'undefined') registerElements(base)
}

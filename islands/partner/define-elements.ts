import { ELEMENTS } from './elements.ts'
import { loopFrame } from './loop-frame.ts'
import { followPlainElements } from './plain-elements.ts'

/** Registers the elements for the installation at the origin `base`, unless they are registered already. */
export function defineElements(base: string): void {
  // Where style sheets cannot be made by script, the links that the page wrote stay.
  if (customElements.get('loop-embed') || !('replaceSync' in CSSStyleSheet.prototype)) return
  for (const [tag, definition] of Object.entries(ELEMENTS)) {
    customElements.define(tag, loopFrame(definition, base))
  }
  followPlainElements()
}

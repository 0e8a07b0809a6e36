/**
 * `/loopframe.js`, for partners' pages: `<loop-embed>`, `<loop-carousel>`, `<loop-grid>`, `<loop-picker>` and their `data-` forms
 * (docs/embedding.md). It stands alone: of the rest it imports the names of messages and options only, and it adds no
 * global to the page.
 */
import { ELEMENTS } from './elements.ts'
import { loopFrame } from './loop-frame.ts'
import { ownScript } from './own-document.ts'
import { followPlainElements } from './plain-elements.ts'

const script = ownScript()
// A copy on the page's own host names the product's: `<script src="/vendor/loopframe.js" data-base="https://…">`.
const base =
  script instanceof HTMLScriptElement && new URL(script.dataset.base || script.src, location.href).origin
const isFirst = !customElements.get('loop-embed')

// Where style sheets cannot be made by script, the links that the page wrote stay.
if (base && isFirst && 'replaceSync' in CSSStyleSheet.prototype) {
  for (const [tag, definition] of Object.entries(ELEMENTS)) {
    customElements.define(tag, loopFrame(definition, base))
  }
  followPlainElements()
}

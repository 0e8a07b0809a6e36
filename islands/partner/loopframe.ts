/**
 * `/loopframe.js`, for partners' pages: `<loop-embed>`, `<loop-carousel>`, `<loop-grid>`, `<loop-picker>` and their `data-` forms
 * (docs/embedding.md). It is one file: of the rest it imports the names of messages and options only, and it adds no
 * global to the page.
 */
import { registerElements } from './define-elements.ts'
import { ownScript } from './parts.ts'

const script = ownScript()
// A copy on the page's own host names the product's: `<script src="/vendor/loopframe.js" data-base="https://…">`.
if (script instanceof HTMLScriptElement) {
  registerElements(new URL(script.dataset.base || script.src, location.href).origin)
}

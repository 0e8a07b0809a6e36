/** `/loopframe.js`, for partners' pages: the elements and their `data-` forms (docs/embedding.md), in one file without a global. */
import { registerElements } from './define-elements.ts'
import { ownScript } from './parts.ts'

const script = ownScript()
// A copy on the page's own host names the product's: `<script src="/vendor/loopframe.js" data-base="https://…">`.
if (script instanceof HTMLScriptElement) {
  registerElements(new URL(script.dataset.base || script.src, location.href).origin)
}

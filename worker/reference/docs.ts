import docs from '../../dist/docs.json'
import type { InlineStyle } from '../render/document.ts'
import type { Reference } from './reference-page.tsx'

/** The API reference as the build made it, and its page's style. Typed by the part that is read. */
export const { style, openApi, reactExample } = docs as unknown as {
  style: InlineStyle
  openApi: Reference
  reactExample: string
}

import docs from '../../dist/docs.json'
import type { Reference } from '../pages/api-reference-page.ts'
import type { InlineStyle } from './document.ts'

/** The API reference as the build made it, and its page's style. Typed by what is read of it: the rest is literals. */
export const { style, openApi } = docs as unknown as { style: InlineStyle; openApi: Reference }

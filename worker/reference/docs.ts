import docs from '../../dist/docs.json'
import type { InlineStyle } from '../render/document.ts'
import type { Reference } from './page.ts'

/** The API reference as the build made it, and its page's style. Typed by what is read of it: the rest is literals. */
export const { style, openApi } = docs as unknown as { style: InlineStyle; openApi: Reference }

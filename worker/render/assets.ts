import manifest from '../../dist/manifest.json'
import type { PAGE_SCRIPTS, PAGE_STYLES, PageName } from '../../islands/manifest.ts'

/** Scripts of the public pages: on every one, and on one kind of page alone. */
type PublicScript = keyof typeof PAGE_SCRIPTS | 'picker'

/** An embed's inline styles: one by its layout, and one more for stickers. */
export type EmbedCss = 'embed-desktop-css' | 'embed-phone-css' | 'embed-sticker-css'

/** What the build made, by name: URLs of hashed files, inline texts with the hashes that allow them, the build's id. */
type Assets = {
  build: string
  /** Entry name -> URL under `/static/`. */
  scripts: Record<PageName | 'watch' | 'partner' | 'admin' | PublicScript, string>
  /** Styles of whole pages, by name. */
  styles: Record<keyof typeof PAGE_STYLES | 'admin', string>
  /** Name -> text and its CSP source (`'sha256-…'`). */
  inline: Record<'boot' | 'notice' | EmbedCss | 'page-css', { text: string; csp: string }>
}

export const assets: Assets = manifest

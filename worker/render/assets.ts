import manifest from '../../dist/manifest.json'

/** What the public pages do: on every one, and on the welcome page alone. */
export type PublicScript = 'public' | 'welcome'

/** What the build made, by name: URLs of hashed files, inline texts with the hashes that allow them, the build's id. */
/** What an embed wears, by its layout. */
export type EmbedCss = 'embed-desktop-css' | 'embed-phone-css'

export type Assets = {
  build: string
  /** Entry name -> URL under `/static/`. */
  scripts: Record<'live' | 'widget' | 'watch' | 'partner' | PublicScript, string>
  /** Style of the public pages, by name. */
  styles: Record<'public', string>
  /** Name -> text and its CSP source (`'sha256-…'`). */
  inline: Record<'boot' | 'notice' | EmbedCss | 'page-css', { text: string; csp: string }>
}

export const assets: Assets = manifest

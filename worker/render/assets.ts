import manifest from '../../dist/manifest.json'
import type { IslandName } from '../../islands/registry.ts'

/** What the public pages do: on every one, and on the welcome page alone. */
export type SiteScript = 'site' | 'welcome'

/** What the build made, by name: URLs of hashed files, inline texts with the hashes that allow them, the build's id. */
/** What an embed wears, by its layout. */
export type EmbedCss = 'embed-desktop-css' | 'embed-phone-css'

export type Assets = {
  build: string
  /** Entry name -> URL under `/static/`. */
  scripts: Record<'live' | 'widget' | 'watch' | 'partner' | SiteScript, string>
  /** Style of the public pages, by name. */
  styles: Record<'site', string>
  /** Page -> what several of its islands need beside its module: React first of all. */
  shared: Record<'live' | 'widget', string[]>
  /** Island -> the modules that it alone needs beside those, and its style, to be fetched on intent. */
  islands: Record<IslandName, string[]>
  /** Name -> text and its CSP source (`'sha256-…'`). */
  inline: Record<'boot' | 'after-picture' | 'notice' | EmbedCss | 'page-css', { text: string; csp: string }>
}

export const assets: Assets = manifest

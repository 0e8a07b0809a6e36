import manifest from '../../dist/manifest.json'
import type { IslandName } from '../../islands/registry.ts'

/** What the build made, by name: URLs of hashed files, inline texts with the hashes that allow them, the build's id. */
export type Assets = {
  build: string
  /** Entry name -> URL under `/static/`. */
  scripts: Record<'live' | 'watch' | 'partner', string>
  /** What several islands need beside the live module: React first of all. */
  shared: string[]
  /** Island -> the modules that it alone needs beside those, and its style, to be fetched on intent. */
  islands: Record<IslandName, string[]>
  /** Name -> text and its CSP source (`'sha256-…'`). */
  inline: Record<'boot' | 'boot-tracked' | 'embed-css' | 'page-css', { text: string; csp: string }>
}

export const assets: Assets = manifest

import type { IslandName } from '../registry.ts'
import type { PageIslands } from '../runtime/hydrate.ts'

type EmbedIsland = Exclude<IslandName, 'carousel' | 'grid'>

/** The build says which files they are (`tools/build-islands.ts`). */
declare const EMBED_FILES: string

/** Every island's code behind an import of its own, so that a page fetches what it wakes. */
const loaders: Record<EmbedIsland, () => Promise<(props: never) => unknown>> = {
  'hover-footer': async () => (await import('./hover-footer.tsx')).HoverFooter,
  'mobile-footer': async () => (await import('./mobile-footer.tsx')).MobileFooter,
  'share-menu': async () => (await import('../share/share-menu.tsx')).ShareMenu,
  'related-grid': async () => (await import('./related-grid.tsx')).RelatedGrid,
  'media-player': async () => (await import('../film/media-player.tsx')).MediaPlayer,
}

/** The islands of an embed. */
export const embedIslands: PageIslands = { loaders, files: JSON.parse(EMBED_FILES) }

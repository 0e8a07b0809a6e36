import type { IslandName } from './registry.ts'

/** Every island's code behind an import of its own, so that a page fetches what it wakes. */
export const loaders: Record<
  Exclude<IslandName, 'carousel' | 'grid'>,
  () => Promise<(props: never) => unknown>
> = {
  'hover-footer': async () => (await import('./embed/hover-footer.tsx')).HoverFooter,
  'mobile-footer': async () => (await import('./embed/mobile-footer.tsx')).MobileFooter,
  'share-menu': async () => (await import('./embed/share-menu.tsx')).ShareMenu,
  'related-grid': async () => (await import('./embed/related-grid.tsx')).RelatedGrid,
  'media-player': async () => (await import('./embed/media-player.tsx')).MediaPlayer,
}

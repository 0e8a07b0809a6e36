import { HoverFooter } from './embed/hover-footer.tsx'
import { MobileFooter } from './embed/mobile-footer.tsx'
import type { RelatedGrid } from './embed/related-grid.tsx'
import type { MediaPlayer } from './film/media-player.tsx'
import { ShareMenu } from './share/share-menu.tsx'
import type { CarouselWidget } from './widget/carousel-widget.tsx'
import type { GridWidget } from './widget/grid-widget.tsx'

/** The islands that the Worker draws, by the name that the page's markup bears; the browser has `loaders.ts`. */
export const drawn = {
  'hover-footer': HoverFooter,
  'mobile-footer': MobileFooter,
  'share-menu': ShareMenu,
}

/**
 * All islands: the further ones have nothing to show before they wake, so the Worker leaves their place empty; or their
 * page brings its component, which no other page then loads.
 */
export type Islands = typeof drawn & {
  carousel: typeof CarouselWidget
  grid: typeof GridWidget
  'related-grid': typeof RelatedGrid
  'media-player': typeof MediaPlayer
}

export type IslandName = keyof Islands

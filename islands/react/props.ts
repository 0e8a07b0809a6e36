import type { ReactElement } from 'react'
import type { PickedGif } from '../../shared/picker/picked-gif.ts'
import type { GifOptionProps, GridOptionProps, ListOptionProps, PickerOptionProps } from './option-props.ts'

export type { PickedGif }

/** A rendition as the GIF API sends it; sizes may be texts. */
export interface GifRendition {
  url?: string
  avif?: string
  webp?: string
  mp4?: string
  width?: number | string
  height?: number | string
}

/** The fields that are read of a GIF. Your callbacks get your own object, with all of its fields. */
export interface GifLike {
  id: string | number
  url?: string
  slug?: string
  title?: string
  alt_text?: string
  is_sticker?: boolean | number
  images: { [name: string]: GifRendition | undefined }
  user?: object | null
}

/** A page of GIFs, as the API gives it. Without a total the list ends with the first empty page. */
export interface GifsResult<G extends GifLike = GifLike> {
  data: readonly G[]
  pagination?: { offset: number; count: number; total_count: number }
}

/** Callbacks of a tile. Events are the browser's own. */
export interface GifCallbacks<G extends GifLike = GifLike> {
  /**
   * A click, or the key that opens links. Prevent the default to keep the link from opening. With `noLink`, tiles become
   * buttons.
   */
  onGifClick?: (gif: G, event: Event) => void
  /** A pointer has rested on it for 200 ms. */
  onGifHover?: (gif: G) => void
  /** 99 % of it was visible with its picture loaded; once per GIF. */
  onGifSeen?: (gif: G, area: DOMRect) => void
  /** Its picture has loaded in view; once per GIF. */
  onGifVisible?: (gif: G) => void
  onGifRightClick?: (gif: G, event: Event) => void
}

/** How tiles look and behave. */
export interface TileOptions extends GifOptionProps {
  /** Shows stills, for a pause button of yours. Reduced motion is respected without it. */
  paused?: boolean
  /**
   * A Loopframe address, such as `https://loop.example`. With it, what is seen, hovered and clicked is counted there,
   * unless the visitor objects, and GIFs without a URL link there. Without it nothing is sent anywhere.
   */
  host?: string
  /** Your visitor, as `attributes.user` of what is counted: up to 16 letters and digits. */
  user?: { id?: string }
  /** The texts of the components, for another language than English. */
  texts?: Partial<WidgetTexts>
}

export interface WidgetTexts {
  loading: string
  failed: string
  retry: string
  verified: string
  previous: string
  next: string
}

/** What carousel and grid have in common. */
export interface ListProps<G extends GifLike = GifLike>
  extends TileOptions,
    ListOptionProps,
    GifCallbacks<G> {
  /** Fetches the page that begins at an offset. Another list needs another `key`. */
  fetchGifs: (offset: number) => Promise<GifsResult<G>>
  /** All GIFs so far, whenever there are more. */
  onGifsFetched?: (gifs: G[]) => void
  onGifsFetchError?: (error: unknown) => void
}

export interface GridProps<G extends GifLike = GifLike> extends ListProps<G>, GridOptionProps {
  /** In pixels; without it the grid is as wide as its container. */
  width?: number
}

export interface CarouselProps<G extends GifLike = GifLike> extends ListProps<G> {
  /** In pixels (200). */
  gifHeight?: number
}

export interface GifProps<G extends GifLike = GifLike> extends TileOptions, GifCallbacks<G> {
  gif: G
  /** In pixels; the height follows the GIF's own ratio unless it is given. */
  width: number
  height?: number
}

export interface PickerProps extends PickerOptionProps {
  /** A Loopframe address, such as `https://loop.example`: it shows the picker. */
  host: string
  onPick: (gif: PickedGif) => void
  /** Escape was pressed where there was nothing left to close in the picker. */
  onClose?: () => void
  /** The frame's name for assistive technology. */
  title?: string
  /** Pixels or a CSS length. */
  width?: number | string
  height?: number | string
  className?: string
}

export type PickerComponent = (props: PickerProps) => ReactElement
export type GifComponent = <G extends GifLike>(props: GifProps<G>) => ReactElement
export type GridComponent = <G extends GifLike>(props: GridProps<G>) => ReactElement
export type CarouselComponent = <G extends GifLike>(props: CarouselProps<G>) => ReactElement

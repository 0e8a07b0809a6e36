/** One size of a picked GIF: its addresses, and its size in pixels where it is known. */
export interface PickedRendition {
  url?: string
  avif?: string
  webp?: string
  mp4?: string
  width?: number
  height?: number
}

/** A GIF that was picked: all that a chat shows or stores of it. Addresses are absolute, sizes in pixels. */
export interface PickedGif {
  id: string
  type: 'gif' | 'sticker'
  title: string
  /** The text for those who do not see it; never empty. */
  alt: string
  /** The item's page. */
  url: string
  /** The page that a frame shows. */
  embed: string
  width: number
  height: number
  /** The sizes that there are, by GIPHY's names: `original`, `fixed_width`, … */
  images: { [name: string]: PickedRendition }
}

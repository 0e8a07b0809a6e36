import type { Item, Rendition } from './item.ts'

export type FileFormat = 'gif' | 'webp' | 'jpg' | 'png' | 'mp4'

/** A media file that the provider has. Sizes are pixels, and bytes; 0 is unknown. */
export type MediaFile = { url: string; width: number; height: number; size: number }

const EXTENSION = /\.(gif|webp|jpe?g|png|mp4)$/i

/** The format that a URL says; a picture that says none is a GIF, as the provider's are. */
function formatOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const extension = EXTENSION.exec(path)?.[1]?.toLowerCase() ?? 'gif'
  return extension === 'jpeg' ? 'jpg' : extension
}

/** A rendition's file in a format. `url` is its picture, whatever that is: a fresh upload has its own format alone. */
function fileIn(rendition: Rendition, format: FileFormat): MediaFile | undefined {
  const { url, webp, mp4, width, height, size, webp_size, mp4_size } = rendition
  if (format === 'webp' && webp) return { url: webp, width, height, size: webp_size }
  if (format === 'mp4' && mp4) return { url: mp4, width, height, size: mp4_size }
  return url && formatOf(url) === format ? { url, width, height, size } : undefined
}

/** The first file of these renditions in a format. */
export function findFile(
  { images }: Item,
  names: readonly string[],
  format: FileFormat,
): MediaFile | undefined {
  for (const name of names) {
    const rendition = images[name]
    const file = rendition && fileIn(rendition, format)
    if (file) return file
  }
  return undefined
}

const PICTURES = ['gif', 'webp', 'png', 'jpg'] as const

/** The first picture of these renditions, else of any, in whatever format there is; undefined for an item without one. */
export function findPicture(item: Item, names: readonly string[]): MediaFile | undefined {
  for (const name of [...names, ...Object.keys(item.images)]) {
    for (const format of PICTURES) {
      const file = findFile(item, [name], format)
      if (file) return file
    }
  }
  return undefined
}

/** Whether an item has anything to show. */
export const hasPicture = (item: Item): boolean => findPicture(item, []) !== undefined

/** The names of renditions by size, each the best first. What is missing is replaced by the next that is there. */
export const BY_SIZE = {
  large: ['original', 'downsized_large', 'downsized', 'fixed_height', 'fixed_width'],
  medium: ['downsized', 'downsized_medium', 'downsized_large', 'fixed_height', 'original'],
  small: ['fixed_width', 'fixed_height', 'fixed_width_downsampled', 'downsized', 'original'],
  tiny: ['fixed_width_small', 'fixed_height_small', 'preview_gif', 'fixed_width', 'fixed_height', 'original'],
} as const

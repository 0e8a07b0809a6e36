import * as v from 'valibot'
import { altText } from '../../shared/gif/gif-texts.ts'
import { own } from '../../shared/own.ts'
import { GifSchema } from '../../shared/schema/gif.ts'
import { lenient, Url, Whole } from '../../shared/schema/text.ts'
import type { UpstreamFile } from '../provider/shapes/item.ts'

/** A rendition with the sizes of its files, in bytes; one that the provider does not tell is 0. */
const RenditionSchema = v.object({
  url: Url,
  webp: Url,
  mp4: Url,
  webm: Url,
  width: Whole,
  height: Whole,
  size: Whole,
  webp_size: Whole,
  mp4_size: Whole,
  webm_size: Whole,
  frames: Whole,
})
type Rendition = v.InferOutput<typeof RenditionSchema>

type Renditions = Partial<Record<string, Rendition>>

function toRenditions(images: unknown): Renditions {
  if (typeof images !== 'object' || images === null) return {}
  const entries = Object.entries(images).flatMap(([name, image]) => {
    const result = v.safeParse(RenditionSchema, image)
    return result.success ? [[name, result.output] as const] : []
  })
  return Object.fromEntries(entries)
}

const Seconds = v.optional(v.fallback(v.pipe(v.number(), v.minValue(0)), 0), 0)

/** A GIF with what other dialects also say of it: the sizes of its files, and how long it lasts, in seconds. */
export const ItemSchema = v.object({
  ...GifSchema.entries,
  images: v.pipe(v.unknown(), v.transform(toRenditions)),
  duration: Seconds,
  video: lenient(v.object({ duration: Seconds })),
})
export type Item = v.InferOutput<typeof ItemSchema>

/** The rendition that an item's size and frames are read from: the original where there is one. */
const first = ({ images }: Item): Rendition | undefined => images.original ?? Object.values(images)[0]

/** Whether an item is known to stand still: one frame. */
export const isStatic = (item: Item): boolean => first(item)?.frames === 1

export const isClip = ({ type }: Pick<Item, 'type'>): boolean => type === 'video'

/** Width by height; undefined where the provider tells none. */
export function ratioOf(item: Item): number | undefined {
  const { width = 0, height = 0 } = first(item) ?? {}
  return width > 0 && height > 0 ? width / height : undefined
}

/** Seconds that an item lasts; 0 for a still, or where no one knows. */
export const durationOf = (item: Item): number =>
  isStatic(item) ? 0 : item.duration || item.video?.duration || 0

/** §5 Alt text. Its rules read no rendition. */
export const altOf = (item: Item): string => altText({ ...item, images: {}, video: undefined })

export type FileFormat = 'gif' | 'webp' | 'jpg' | 'png' | 'mp4' | 'webm'

const EXTENSION = /\.(gif|webp|jpe?g|png|mp4|webm)$/i

/** The format that a URL says; a picture that says none is a GIF, as the provider's are. */
function formatOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const extension = EXTENSION.exec(path)?.[1]?.toLowerCase() ?? 'gif'
  return extension === 'jpeg' ? 'jpg' : extension
}

/** A rendition's file in a format. `url` is its picture in any format: a fresh upload has its own format alone. */
function fileIn(rendition: Rendition, format: FileFormat): UpstreamFile | undefined {
  const { url, webp, mp4, webm, width, height, size, webp_size, mp4_size, webm_size } = rendition
  if (format === 'webp' && webp) return { url: webp, width, height, size: webp_size }
  if (format === 'mp4' && mp4) return { url: mp4, width, height, size: mp4_size }
  if (format === 'webm' && webm) return { url: webm, width, height, size: webm_size }
  return url && formatOf(url) === format ? { url, width, height, size } : undefined
}

/** The first file of these renditions in a format. */
export function fileOf(
  { images }: Item,
  names: readonly string[],
  format: FileFormat,
): UpstreamFile | undefined {
  for (const name of names) {
    const rendition = own(images, name)
    const file = rendition && fileIn(rendition, format)
    if (file) return file
  }
  return undefined
}

const PICTURES = ['gif', 'webp', 'png', 'jpg'] as const

/** The first picture of these renditions, else of any, in any format there is; undefined for an item without one. */
export function findPicture(item: Item, names: readonly string[]): UpstreamFile | undefined {
  for (const name of [...names, ...Object.keys(item.images)]) {
    for (const format of PICTURES) {
      const file = fileOf(item, [name], format)
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

import * as v from 'valibot'
import { altText } from '../../shared/gif/gif-texts.ts'
import { GifSchema } from '../../shared/schema/gif.ts'
import { lenient, Url, Whole } from '../../shared/schema/text.ts'

/** A rendition with the sizes of its files, in bytes; one that the provider does not tell is 0. */
const RenditionSchema = v.object({
  url: Url,
  webp: Url,
  mp4: Url,
  width: Whole,
  height: Whole,
  size: Whole,
  webp_size: Whole,
  mp4_size: Whole,
  frames: Whole,
})
export type Rendition = v.InferOutput<typeof RenditionSchema>

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

/** A GIF with what other dialects say of it beside: the sizes of its files, and how long it lasts, in seconds. */
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

/** Seconds that an item lasts; 0 where it stands still, or nobody knows. */
export const secondsOf = (item: Item): number =>
  isStatic(item) ? 0 : item.duration || item.video?.duration || 0

/** §5 Alt text. Its rules read no rendition. */
export const altOf = (item: Item): string => altText({ ...item, images: {}, video: undefined })

import * as v from 'valibot'
import { AnyId, Flag, Line, lenient, listOf, MediaUrl, shortText, Text, Url, Whole } from './text.ts'

const Fields = v.object({
  url: MediaUrl,
  avif: MediaUrl,
  webp: MediaUrl,
  mp4: MediaUrl,
  webm: MediaUrl,
  mov: MediaUrl,
  width: Whole,
  height: Whole,
})

/**
 * One size of a GIF (§3). A film that came as WebM or MOV is in place of a missing mp4, and the mp4 for a missing `url`; an absent
 * format is ''; an unknown size is 0.
 */
export const RenditionSchema = v.pipe(
  Fields,
  v.transform(({ webm, mov, ...rendition }) => {
    const mp4 = rendition.mp4 || webm || mov
    return { ...rendition, mp4, url: rendition.url || mp4 }
  }),
)
export type Rendition = v.InferOutput<typeof RenditionSchema>

/** A map of renditions by name; invalid ones and those without a file are left out. */
export const ImagesSchema = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((images): Partial<Record<string, Rendition>> => {
      if (typeof images !== 'object' || images === null) return {}
      const renditions = Object.entries(images).flatMap(([name, image]) => {
        const result = v.safeParse(RenditionSchema, image)
        return result.success && (result.output.url || result.output.webp)
          ? [[name, result.output] as const]
          : []
      })
      return Object.fromEntries(renditions)
    }),
  ),
  {},
)
export type Images = v.InferOutput<typeof ImagesSchema>

/** The person or channel a GIF belongs to (§3). */
export const UserSchema = v.object({
  id: Text,
  username: Line,
  display_name: Line,
  attribution_display_name: Line,
  description: Line,
  profile_url: Url,
  avatar_url: Url,
  banner_url: Url,
  is_verified: Flag,
  // §5: who is not said to be public is not.
  is_public: Flag,
  suppress_chrome: Flag,
})
export type User = v.InferOutput<typeof UserSchema>

/** What is read of a GIF at most, however long its lists and texts are (F35). */
const MAX = { tags: 40, pixels: 10, pixelChars: 4096, word: 256, payload: 2048 } as const

const Code = shortText(MAX.word)

// §3: entries of `tags` may be strings or objects with text.
const Tag = v.pipe(
  v.unknown(),
  v.transform((tag) => (typeof tag === 'object' && tag !== null && 'text' in tag ? tag.text : tag)),
  Line,
  v.minLength(1),
)

/** An external film that can replace the GIF (§3). `start_time` is in seconds. */
const ExternalMediaSchema = v.object({
  provider_name: Code,
  asset_uid: Code,
  start_time: Whole,
  url: Url,
})
export type ExternalMedia = v.InferOutput<typeof ExternalMediaSchema>

/** Where an item's owner leads visitors, and the words of that link. */
const CtaSchema = v.object({ link: Url, text: Line })

const VideoSchema = v.object({ duration: Whole, assets: ImagesSchema, previews: ImagesSchema })

/**
 * A GIF or sticker (§3). The schema normalises: ids and tags become strings, sizes integers, flags booleans, media hosts
 * plain. It accepts every object with an id; missing or invalid fields become '', 0, false or absent.
 */
export const GifSchema = v.object({
  id: AnyId,
  type: Code,
  slug: Code,
  url: Url,
  embed_url: Url,
  bitly_url: Url,
  title: Line,
  alt_text: Line,
  rating: Code,
  import_datetime: Code,
  username: Line,
  tags: listOf(Tag, MAX.tags),
  user: lenient(UserSchema),
  external_media: lenient(ExternalMediaSchema),
  cta: lenient(CtaSchema),
  analytics_response_payload: shortText(MAX.payload),
  images: ImagesSchema,
  bottle_data: lenient(
    v.object({ tags: listOf(v.pipe(v.string(), v.maxLength(MAX.pixelChars)), MAX.pixels) }),
  ),
  video: lenient(VideoSchema),
  is_anonymous: Flag,
  is_community: Flag,
  is_featured: Flag,
  is_hidden: Flag,
  is_indexable: Flag,
  is_preserve_size: Flag,
  is_realtime: Flag,
  is_removed: Flag,
  is_sticker: Flag,
  is_dynamic: Flag,
})
export type Gif = v.InferOutput<typeof GifSchema>

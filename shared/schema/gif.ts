import * as v from 'valibot'
import { ImagesSchema } from './rendition.ts'
import { Flag, Id, Line, lenient, listOf, Text, Url, Whole } from './text.ts'
import { UserSchema } from './user.ts'

// §3: entries of `tags` may be strings or objects with text.
const Tag = v.pipe(
  v.unknown(),
  v.transform((tag) => (typeof tag === 'object' && tag !== null && 'text' in tag ? tag.text : tag)),
  Line,
  v.minLength(1),
)

/** An external film that can replace the GIF (§3). `start_time` is in seconds. */
const ExternalMediaSchema = v.object({
  provider_name: Text,
  asset_uid: Text,
  start_time: Whole,
  url: Url,
})
export type ExternalMedia = v.InferOutput<typeof ExternalMediaSchema>

const VideoSchema = v.object({ duration: Whole, assets: ImagesSchema, previews: ImagesSchema })

/**
 * A GIF or sticker (§3). The schema normalises: ids and tags become strings, sizes integers, flags booleans, media hosts
 * plain. It accepts every object with an id; missing or invalid fields become '', 0, false or absent.
 */
export const GifSchema = v.object({
  id: Id,
  type: Text,
  slug: Text,
  url: Url,
  embed_url: Url,
  bitly_url: Url,
  title: Line,
  alt_text: Line,
  rating: Text,
  import_datetime: Text,
  username: Line,
  tags: listOf(Tag),
  user: lenient(UserSchema),
  external_media: lenient(ExternalMediaSchema),
  analytics_response_payload: Text,
  images: ImagesSchema,
  bottle_data: lenient(v.object({ tags: listOf(v.string()) })),
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

import * as v from 'valibot'
import { CHOSEN_RATINGS, STORED_TYPES } from '../../shared/schema/choices.ts'
import { NaturalNumber } from '../../shared/schema/vocabulary.ts'

const Text = v.pipe(v.string(), v.trim())
const Name = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const Side = v.pipe(v.number(), v.integer(), v.minValue(1))
const Flag = v.boolean()
const Url = v.pipe(v.string(), v.url())

/** 12 letters and digits; what follows the last dash of a page's slug. */
const ItemId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{12}$/))
const CategoryPath = v.pipe(v.string(), v.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/))

const MediaFileSchema = v.object({
  // Relative to the manifest, and never out of its folder.
  file: v.pipe(
    v.string(),
    v.regex(/^[\w./-]+\.(gif|webp|mp4|avif|png)$/),
    v.check((file) => !file.startsWith('/') && !file.includes('..'), 'a path below the manifest'),
  ),
  size: Side,
  sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  // Of a GIF that has fewer frames than its rendition's other files.
  frames: v.optional(Side),
})

const ManifestRenditionSchema = v.object({
  width: Side,
  height: Side,
  frames: v.optional(Side),
  gif: v.optional(MediaFileSchema),
  webp: v.optional(MediaFileSchema),
  mp4: v.optional(MediaFileSchema),
  avif: v.optional(MediaFileSchema),
})

export const ManifestItemSchema = v.object({
  id: ItemId,
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  title: Text,
  alt_text: v.optional(Text),
  type: v.picklist(STORED_TYPES),
  is_emoji: v.optional(Flag),
  rating: v.picklist(CHOSEN_RATINGS),
  username: v.optional(Name),
  tags: v.array(Text),
  // By language: a tag, and the item's own tag that it means or ''.
  language_tags: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), v.array(v.tuple([Text, Text]))),
  ),
  categories: v.array(CategoryPath),
  source: v.optional(Url),
  import_datetime: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
  trending: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  external_media: v.optional(
    v.object({
      provider_name: v.picklist(['youtube', 'vimeo']),
      asset_uid: v.string(),
      start_time: NaturalNumber,
      url: Url,
    }),
  ),
  duration_ms: NaturalNumber,
  frames: Side,
  renditions: v.record(v.string(), ManifestRenditionSchema),
})

/** Squares of these heights, in pixels. */
const AvatarSchema = v.object({ '80': MediaFileSchema, '160': MediaFileSchema, '400': MediaFileSchema })

const ManifestUserSchema = v.object({
  id: v.pipe(v.string(), v.digits()),
  username: Name,
  display_name: Text,
  description: Text,
  avatar: v.optional(AvatarSchema),
  banner: v.optional(MediaFileSchema),
  website_url: v.optional(Url),
  is_verified: Flag,
  is_public: Flag,
  suppress_chrome: Flag,
})

const ManifestChannelSchema = v.object({
  id: Side,
  parent: v.optional(Side),
  slug: Name,
  display_name: Text,
  short_display_name: Text,
  description: Text,
  username: Name,
  gifs: v.array(ItemId),
})

const Subcategory = v.object({
  name: Text,
  /** By language. */
  names: v.optional(v.record(v.string(), Text)),
  name_encoded: Name,
})

const CategorySchema = v.object({
  ...Subcategory.entries,
  subcategories: v.array(Subcategory),
  gif: ItemId,
})

const SearchSchema = v.object({ term: Text, weight: v.pipe(v.number(), v.minValue(0)) })

/** A library on disk, such as seed/: drawn by studio/draw.ts, stored by tools/library/store-library.ts. */
export const ManifestSchema = v.object({
  version: v.literal(1),
  users: v.array(ManifestUserSchema),
  channels: v.array(ManifestChannelSchema),
  categories: v.array(CategorySchema),
  searches: v.array(SearchSchema),
  /** Ids of items that come first, in their order. */
  featured: v.optional(v.array(ItemId)),
  items: v.array(ManifestItemSchema),
})

export type MediaFile = v.InferOutput<typeof MediaFileSchema>
export type ManifestRendition = v.InferOutput<typeof ManifestRenditionSchema>
export type ManifestItem = v.InferOutput<typeof ManifestItemSchema>
export type ManifestUser = v.InferOutput<typeof ManifestUserSchema>
export type ManifestChannel = v.InferOutput<typeof ManifestChannelSchema>
export type ManifestCategory = v.InferOutput<typeof CategorySchema>
export type ManifestSubcategory = v.InferOutput<typeof Subcategory>
export type Manifest = v.InferOutput<typeof ManifestSchema>

import * as v from 'valibot'
import {
  AbsoluteUrl,
  FilledText,
  ItemRating,
  ItemTypeName,
  NaturalNumber,
  UploadStateName,
} from '../vocabulary.ts'

const Rendition = v.looseObject({ width: v.string(), height: v.string() })

/** A GIF of the library in GIPHY's shape, as far as every reader needs it; one of a configured provider has at least its id. */
export const OwnGif = v.looseObject({
  id: FilledText,
  type: ItemTypeName,
  slug: FilledText,
  url: AbsoluteUrl,
  embed_url: AbsoluteUrl,
  title: v.string(),
  rating: ItemRating,
  tags: v.array(v.string()),
  images: v.record(v.string(), Rendition),
  analytics_response_payload: v.string(),
})

export const OwnUser = v.looseObject({
  id: FilledText,
  username: FilledText,
  display_name: v.string(),
  attribution_display_name: v.string(),
  description: v.string(),
  profile_url: AbsoluteUrl,
  avatar_url: v.string(),
  is_verified: v.boolean(),
  is_public: v.boolean(),
  suppress_chrome: v.boolean(),
})

/** `rank` is the place in its trending list, from 1; 0 for what is not trending. */
export const OwnTrendingGif = v.strictObject({
  id: FilledText,
  is_trending: v.boolean(),
  rank: NaturalNumber,
})

export const OwnLanguageTags = v.strictObject({
  gif_id: FilledText,
  lang: FilledText,
  tags: v.array(FilledText),
})

/** `tag` is '' where it is not known which of the GIF's tags it is. */
export const OwnTranslation = v.strictObject({ tag: v.string(), lang: FilledText, translation: FilledText })

/** A tweet that a person sends by opening `url`; `media_url` is '' for a GIF without a picture. */
export const OwnTweet = v.strictObject({
  id: FilledText,
  url: AbsoluteUrl,
  text: v.string(),
  media_url: v.string(),
})

const OwnFilm = v.strictObject({
  provider_name: v.string(),
  asset_uid: v.string(),
  start_time: NaturalNumber,
  url: v.string(),
})

/** An item as its owner sees it, also while it is hidden, with how far its renditions are (`uploads`). */
export const OwnItem = v.strictObject({
  id: FilledText,
  title: v.string(),
  alt_text: v.string(),
  type: ItemTypeName,
  tags: v.array(v.string()),
  rating: ItemRating,
  source_post_url: v.string(),
  is_hidden: v.boolean(),
  is_indexable: v.boolean(),
  create_datetime: v.string(),
  /** Where it leads to, and the words of that; each '' for none. */
  cta_link: v.string(),
  cta_text: v.string(),
  /** Its film on YouTube or Vimeo. */
  external_media: v.nullable(OwnFilm),
  state: UploadStateName,
  /** While they are being made: how many renditions are, of how many; 0 where that is not known. */
  made: NaturalNumber,
  planned: NaturalNumber,
  /** Why there are no more renditions. */
  reason: v.string(),
  /** A small file to know it by; null where even that is large. */
  thumbnail: v.nullable(v.strictObject({ url: AbsoluteUrl, kind: v.picklist(['still', 'moving', 'film']) })),
  /** Whether it is hidden until a moderator has looked at it. */
  is_waiting: v.boolean(),
})
export type OwnItem = v.InferOutput<typeof OwnItem>

/** An item as staff see it: whose it is, '' for no one's. */
export const LibraryItem = v.strictObject({
  ...OwnItem.entries,
  username: v.string(),
})
export type LibraryItem = v.InferOutput<typeof LibraryItem>

/** A page of all items. `count` is how many there are where `is_exact`, else at least that many. */
export const LibraryPage = v.strictObject({
  results: v.array(LibraryItem),
  count: NaturalNumber,
  is_exact: v.boolean(),
})
export type LibraryPage = v.InferOutput<typeof LibraryPage>

/** What staff filter all items by. */
export const LIBRARY_STATES = ['hidden', 'unlisted', 'failed'] as const

const { title, alt_text, tags, rating, type, source_post_url, is_indexable } = OwnItem.entries

/** What an editor has seen of an item before the change. */
export const SeenItem = v.partial(
  v.strictObject({ title, alt_text, tags, rating, type, source_post_url, is_indexable }),
)
export type SeenItem = v.InferOutput<typeof SeenItem>

/** §3 What is known of an item; `source` and `create_datetime` are '' where they are unknown. */
export const OwnMetadata = v.strictObject({
  id: FilledText,
  title: v.string(),
  source: v.string(),
  rating: ItemRating,
  tags: v.array(FilledText),
  view_count: NaturalNumber,
  create_datetime: v.string(),
})

export const OwnExtendedMetadata = v.strictObject({
  ...OwnMetadata.entries,
  username: v.string(),
  is_hidden: v.boolean(),
  is_indexable: v.boolean(),
  is_removed: v.boolean(),
  languages: v.array(OwnLanguageTags),
})

/** `next` is '': there is one page. */
export const OwnTagCounts = v.strictObject({
  results: v.array(v.strictObject({ tag: FilledText, count: NaturalNumber })),
  count: NaturalNumber,
  next: v.string(),
})

/** An edit by key, as it was asked for. */
export const OwnChange = v.strictObject({ gif_id: FilledText, key: FilledText, value: v.string() })

/** The provider's envelope, with nothing in it. */
export const OwnDone = v.strictObject({
  data: v.strictObject({}),
  meta: v.strictObject({ status: NaturalNumber, msg: FilledText, response_id: FilledText }),
})

/** A page of GIFs in the provider's envelope; their own shape is the provider's. */
export const OwnGifPage = v.strictObject({
  data: v.array(v.unknown()),
  pagination: v.strictObject({ total_count: NaturalNumber, count: NaturalNumber, offset: NaturalNumber }),
  meta: v.strictObject({ status: NaturalNumber, msg: FilledText, response_id: FilledText }),
})

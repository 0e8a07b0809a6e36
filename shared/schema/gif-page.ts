import * as v from 'valibot'
import { AnyId, Flag, Line, listOf, Text, Url, Whole } from './text.ts'

/** Whether a GIF is trending, and where. */
export const TrendingGifSchema = v.object({ id: AnyId, is_trending: Flag, rank: Whole })

/** §3 "Fields of GIF tag counts … not shown": a tag and its count. */
export const TagCountSchema = v.object({ tag: Line, count: Whole })

/** §3 GIF language tags: tags, lang. */
export const LanguageTagsSchema = v.object({ gif_id: Text, lang: Text, tags: listOf(v.string()) })

/** §3 "translations: not shown": a tag in another language. */
export const TagTranslationSchema = v.object({ tag: Line, lang: Text, translation: Line })

export const MetadataSchema = v.object({
  id: Text,
  title: Line,
  source: Url,
  rating: Text,
  tags: listOf(v.string()),
  view_count: Whole,
  create_datetime: Text,
})

/** Metadata with the fields for staff. */
export const ExtendedMetadataSchema = v.object({
  ...MetadataSchema.entries,
  username: Line,
  is_hidden: Flag,
  is_indexable: Flag,
  is_removed: Flag,
  languages: listOf(LanguageTagsSchema),
})

export const GifRecordSchema = v.object({ gif_id: Text, key: Text, value: Text })

export const TweetSchema = v.object({ id: Text, url: Url, text: Line, media_url: Url })

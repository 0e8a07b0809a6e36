import * as v from 'valibot'
import { ViewCountSchema } from '../../schema/account.ts'
import { ChannelSchema } from '../../schema/channel.ts'
import {
  ExtendedMetadataSchema,
  GifRecordSchema,
  LanguageTagsSchema,
  MetadataSchema,
  TagCountSchema,
  TagTranslationSchema,
  TrendingGifSchema,
  TweetSchema,
} from '../../schema/gif-page.ts'
import { Acknowledged, many } from '../../schema/many.ts'
import { given } from '../fields.ts'
import { IdList, LanguageCode, Name, RecordId, WordList, Words } from '../site-fields.ts'
import { siteCall } from './site-call.ts'

const OneGif = v.object({ id: RecordId })

/** §7 GIF pages: what surrounds a GIF on the site, and the tags of its languages. */
export const gifPageCalls = {
  gifChannels: siteCall({
    path: '/api/v2/channel-gifs/',
    input: v.object({ gif: RecordId }),
    answer: many(ChannelSchema),
  }),
  gifViewCount: siteCall({
    path: '/api/v1/proxy-gif/:id/view-count/',
    input: OneGif,
    answer: ViewCountSchema,
  }),
  trendingGifs: siteCall({
    path: '/ajax/gifs/trending',
    input: v.object({ gif_ids: IdList }),
    answer: many(TrendingGifSchema),
  }),
  tagCounts: siteCall({ path: '/ajax/gif/:id/tag-counts', input: OneGif, answer: many(TagCountSchema) }),
  metadata: siteCall({ path: '/ajax/gif/:id/metadata', input: OneGif, answer: MetadataSchema }),
  extendedMetadata: siteCall({
    path: '/ajax/gif/:id/extended-metadata',
    input: OneGif,
    answer: ExtendedMetadataSchema,
  }),
  tagTranslations: siteCall({
    path: '/ajax/gif/:id/tag-translations',
    input: OneGif,
    answer: many(TagTranslationSchema),
  }),
  bulkLanguageTags: siteCall({
    path: '/ajax/gif/bulk/language-tags',
    input: v.object({ gif_ids: IdList, lang: LanguageCode }),
    answer: many(LanguageTagsSchema),
  }),
  addLanguageTags: siteCall({
    method: 'POST',
    path: '/ajax/gif/:id/language-tags',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, tags: WordList, lang: LanguageCode }),
    answer: LanguageTagsSchema,
  }),
  deleteLanguageTag: siteCall({
    method: 'DELETE',
    path: '/ajax/gif/:id/language-tags',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, tag: Words(100), lang: LanguageCode }),
    answer: Acknowledged,
  }),
  updateGif: siteCall({
    method: 'POST',
    path: '/ajax/gif/update',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ gif_id: RecordId, key: Name, value: Words(2000) }),
    answer: GifRecordSchema,
  }),
  gifAnalytic: siteCall({
    method: 'POST',
    path: '/ajax/gif/:id/analytic/:type/',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, type: RecordId }),
    answer: Acknowledged,
  }),
  // Its form is not shown: which GIF, and what is said with it.
  twitterUpload: siteCall({
    method: 'POST',
    path: '/ajax/twitter_upload',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ gif_id: RecordId, status: given(Words(280)) }),
    answer: TweetSchema,
  }),
}

import * as v from 'valibot'
import { EmptyResponse, recordList } from '../../schema/record-list.ts'
import {
  ChannelSchema,
  ExtendedMetadataSchema,
  GifRecordSchema,
  LanguageTagsSchema,
  MetadataSchema,
  TagCountSchema,
  TagTranslationSchema,
  TrendingGifSchema,
  TweetSchema,
  ViewCountSchema,
} from '../../schema/site-records.ts'
import { optionalField } from '../fields.ts'
import { FreeText, Identifier, IdList, LanguageCode, RecordId, WordList } from '../site-fields.ts'
import { siteCall } from './site-call.ts'

const OneGif = v.object({ id: RecordId })

/** §7 GIF pages: a GIF's channels, counts, metadata and language tags. */
export const gifPageCalls = {
  gifChannels: siteCall({
    role: 'visitor',
    path: '/api/v2/channel-gifs/',
    input: v.object({ gif: RecordId }),
    response: recordList(ChannelSchema),
  }),
  gifViewCount: siteCall({
    role: 'visitor',
    path: '/api/v1/proxy-gif/:id/view-count/',
    input: OneGif,
    response: ViewCountSchema,
  }),
  trendingGifs: siteCall({
    role: 'visitor',
    path: '/ajax/gifs/trending',
    input: v.object({ gif_ids: IdList }),
    response: recordList(TrendingGifSchema),
  }),
  tagCounts: siteCall({
    role: 'visitor',
    path: '/ajax/gif/:id/tag-counts',
    input: OneGif,
    response: recordList(TagCountSchema),
  }),
  metadata: siteCall({
    role: 'visitor',
    path: '/ajax/gif/:id/metadata',
    input: OneGif,
    response: MetadataSchema,
  }),
  extendedMetadata: siteCall({
    role: 'visitor',
    path: '/ajax/gif/:id/extended-metadata',
    input: OneGif,
    response: ExtendedMetadataSchema,
  }),
  tagTranslations: siteCall({
    role: 'visitor',
    path: '/ajax/gif/:id/tag-translations',
    input: OneGif,
    response: recordList(TagTranslationSchema),
  }),
  bulkLanguageTags: siteCall({
    role: 'visitor',
    path: '/ajax/gif/bulk/language-tags',
    input: v.object({ gif_ids: IdList, lang: LanguageCode }),
    response: recordList(LanguageTagsSchema),
  }),
  addLanguageTags: siteCall({
    role: 'owner',
    method: 'POST',
    path: '/ajax/gif/:id/language-tags',
    encoding: 'form',
    auth: 'session+csrf',
    // `translates`: the GIF's own tags that these mean, in the same order.
    input: v.object({
      id: RecordId,
      tags: WordList,
      lang: LanguageCode,
      translates: optionalField(WordList),
    }),
    response: LanguageTagsSchema,
  }),
  deleteLanguageTag: siteCall({
    role: 'owner',
    method: 'DELETE',
    path: '/ajax/gif/:id/language-tags',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, tag: FreeText(100), lang: LanguageCode }),
    response: EmptyResponse,
  }),
  updateGif: siteCall({
    role: 'owner',
    method: 'POST',
    path: '/ajax/gif/update',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ gif_id: RecordId, key: Identifier, value: FreeText(2000) }),
    response: GifRecordSchema,
  }),
  gifAnalytic: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/ajax/gif/:id/analytic/:type/',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, type: RecordId }),
    response: EmptyResponse,
  }),
  // §7 does not give its form: the GIF, and the text to post with it.
  twitterUpload: siteCall({
    role: 'user',
    method: 'POST',
    path: '/ajax/twitter_upload',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ gif_id: RecordId, status: optionalField(FreeText(280)) }),
    response: TweetSchema,
  }),
}

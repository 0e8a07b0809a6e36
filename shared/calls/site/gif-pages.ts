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
import { bySession } from '../call.ts'
import { optionalField } from '../fields.ts'
import { FreeText, Identifier, IdList, LanguageCode, OneRecord, RecordId, WordList } from '../site-fields.ts'

/** §7 GIF pages: a GIF's channels, counts, metadata and language tags. */
export const gifPageCalls = {
  gifChannels: bySession.get(
    'visitor',
    '/api/v2/channel-gifs/',
    v.object({ gif: RecordId }),
    recordList(ChannelSchema),
  ),
  gifViewCount: bySession.get('visitor', '/api/v1/proxy-gif/:id/view-count/', OneRecord, ViewCountSchema),
  trendingGifs: bySession.get(
    'visitor',
    '/ajax/gifs/trending',
    v.object({ gif_ids: IdList }),
    recordList(TrendingGifSchema),
  ),
  tagCounts: bySession.get('visitor', '/ajax/gif/:id/tag-counts', OneRecord, recordList(TagCountSchema)),
  metadata: bySession.get('visitor', '/ajax/gif/:id/metadata', OneRecord, MetadataSchema),
  extendedMetadata: bySession.get(
    'visitor',
    '/ajax/gif/:id/extended-metadata',
    OneRecord,
    ExtendedMetadataSchema,
  ),
  tagTranslations: bySession.get(
    'visitor',
    '/ajax/gif/:id/tag-translations',
    OneRecord,
    recordList(TagTranslationSchema),
  ),
  bulkLanguageTags: bySession.get(
    'visitor',
    '/ajax/gif/bulk/language-tags',
    v.object({ gif_ids: IdList, lang: LanguageCode }),
    recordList(LanguageTagsSchema),
  ),
  // `translates`: the GIF's own tags that these mean, in the same order.
  addLanguageTags: bySession.post(
    'owner',
    '/ajax/gif/:id/language-tags',
    v.object({
      id: RecordId,
      tags: WordList,
      lang: LanguageCode,
      translates: optionalField(WordList),
    }),
    LanguageTagsSchema,
  ),
  deleteLanguageTag: bySession.del(
    'owner',
    '/ajax/gif/:id/language-tags',
    v.object({ id: RecordId, tag: FreeText(100), lang: LanguageCode }),
    EmptyResponse,
  ),
  updateGif: bySession.post(
    'owner',
    '/ajax/gif/update',
    v.object({ gif_id: RecordId, key: Identifier, value: FreeText(2000) }),
    GifRecordSchema,
  ),
  gifAnalytic: bySession.post(
    'visitor',
    '/ajax/gif/:id/analytic/:type/',
    v.object({ id: RecordId, type: RecordId }),
    EmptyResponse,
  ),
  // §7 does not give its form: the GIF, and the text to post with it.
  twitterUpload: bySession.post(
    'user',
    '/ajax/twitter_upload',
    v.object({ gif_id: RecordId, status: optionalField(FreeText(280)) }),
    TweetSchema,
  ),
}

import * as v from 'valibot'
import { BLOCK_KINDS, OwnBlockRow, OwnSearches, SEARCH_SORTS } from '../../schema/own/channels.ts'
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
import { AnyId, EmptyResponse, Line, linesOf, listOf, recordList, Text } from '../../schema/text.ts'
import { bySession, byToken } from '../call.ts'
import {
  FreeText,
  Identifier,
  IdList,
  LanguageCode,
  Nothing,
  OneOf,
  OneRecord,
  Order,
  optionalField,
  page,
  RecordId,
  WordList,
} from '../fields.ts'

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
    // It counts what was read.
    { scope: 'read' },
  ),
  // §7 does not give its form: the GIF, and the text to post with it.
  twitterUpload: bySession.post(
    'user',
    '/ajax/twitter_upload',
    v.object({ gif_id: RecordId, status: optionalField(FreeText(280)) }),
    TweetSchema,
  ),
}

const SpotifyUrl = v.pipe(
  v.string('must be the address of an artist on open.spotify.com'),
  v.maxLength(300, 'must be at most 300 characters'),
  v.regex(
    /^https:\/\/open\.spotify\.com\/(intl-[a-z]{2}\/)?artist\/[A-Za-z0-9]{22}(\?[\w=&%.-]{0,200})?$/,
    'must be the address of an artist on open.spotify.com',
  ),
)

const CONTENT_BLOCK = '/api/v3/content-blocks/:token'

/** A part of a page, in the shape that its site gives it. */
const BlockSchema = v.object({
  id: Text,
  token: Text,
  kind: Text,
  title: Line,
  body: linesOf(5000),
  items: listOf(v.unknown()),
})
const TrendingSearchSchema = v.union([
  v.string(),
  v.pipe(
    v.object({ name: AnyId }),
    v.transform(({ name }) => name),
  ),
])

/** §7 Content blocks, and the site's other reads. */
export const contentCalls = {
  searchCsv: bySession.get('moderator', '/api/v1/search-service/csv/', Nothing, v.string(), {
    responseType: 'text',
  }),
  spotifyArtist: bySession.get(
    'user',
    '/api/v3/spotify/artist',
    v.object({ spotify_url: SpotifyUrl }),
    v.object({ name: Line }),
  ),
  trendingSearchesBlock: bySession.get(
    'visitor',
    '/api/v3/content-blocks/gifs/trending/searches',
    Nothing,
    recordList(TrendingSearchSchema),
    { auth: 'none', cache: 'minute' },
  ),
  randomArtistChannels: bySession.get(
    'visitor',
    '/api/v3/content-blocks/channels/artists/random',
    Nothing,
    recordList(ChannelSchema),
    { auth: 'none', cache: 'minute' },
  ),
  contentBlock: bySession.get('visitor', CONTENT_BLOCK, v.object({ token: RecordId }), BlockSchema, {
    auth: 'none',
    cache: 'minute',
  }),
}

const ITEMS_MESSAGE = 'must be a list of at most 50 ids or words'
const BlockItems = v.pipe(
  v.array(v.pipe(v.union([v.string(), v.number()], ITEMS_MESSAGE), v.transform(String)), ITEMS_MESSAGE),
  v.maxLength(50, ITEMS_MESSAGE),
)

/** The embedded site's beyond §7: what people search for, and writing the blocks. */
export const ownContentCalls = {
  // What people search for, a page of it (§7 has the file of all).
  searches: bySession.get(
    'moderator',
    '/api/v3/searches/',
    v.object({
      q: optionalField(FreeText(100)),
      sort: v.optional(OneOf(SEARCH_SORTS), 'count'),
      order: Order,
      found: optionalField(v.literal('nothing', 'must be nothing')),
      ...page,
    }),
    OwnSearches,
  ),
  contentBlocks: byToken.get('staff', '/api/v3/content-blocks/', Nothing, recordList(OwnBlockRow)),
  putContentBlock: byToken.put(
    'staff',
    CONTENT_BLOCK,
    v.object({
      token: RecordId,
      kind: OneOf(BLOCK_KINDS),
      title: v.optional(FreeText(200), ''),
      body: v.optional(FreeText(5000), ''),
      items: v.optional(BlockItems, []),
    }),
    BlockSchema,
    { encoding: 'json' },
  ),
  deleteContentBlock: byToken.del('staff', CONTENT_BLOCK, v.object({ token: RecordId }), EmptyResponse),
}

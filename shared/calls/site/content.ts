import * as v from 'valibot'
import { recordList } from '../../schema/record-list.ts'
import { ChannelSchema } from '../../schema/site-records.ts'
import { AnyId, Line, linesOf, listOf, Text } from '../../schema/text.ts'
import { RecordId } from '../site-fields.ts'
import { siteCall } from './site-call.ts'

const SpotifyUrl = v.pipe(
  v.string('must be the address of an artist on open.spotify.com'),
  v.maxLength(300, 'must be at most 300 characters'),
  v.regex(
    /^https:\/\/open\.spotify\.com\/(intl-[a-z]{2}\/)?artist\/[A-Za-z0-9]{22}(\?[\w=&%.-]{0,200})?$/,
    'must be the address of an artist on open.spotify.com',
  ),
)

/** A part of a page, in whatever shape its site gives it. */
export const BlockSchema = v.object({
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
  searchCsv: siteCall({
    role: 'moderator',
    path: '/api/v1/search-service/csv/',
    responseType: 'text',
    input: v.object({}),
    response: v.string(),
  }),
  spotifyArtist: siteCall({
    role: 'user',
    path: '/api/v3/spotify/artist',
    input: v.object({ spotify_url: SpotifyUrl }),
    response: v.object({ name: Line }),
  }),
  trendingSearchesBlock: siteCall({
    role: 'visitor',
    path: '/api/v3/content-blocks/gifs/trending/searches',
    auth: 'none',
    cache: 'minute',
    input: v.object({}),
    response: recordList(TrendingSearchSchema),
  }),
  randomArtistChannels: siteCall({
    role: 'visitor',
    path: '/api/v3/content-blocks/channels/artists/random',
    auth: 'none',
    cache: 'minute',
    input: v.object({}),
    response: recordList(ChannelSchema),
  }),
  contentBlock: siteCall({
    role: 'visitor',
    path: '/api/v3/content-blocks/:token',
    auth: 'none',
    cache: 'minute',
    input: v.object({ token: RecordId }),
    response: BlockSchema,
  }),
}

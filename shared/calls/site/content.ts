import * as v from 'valibot'
import { recordList } from '../../schema/record-list.ts'
import { ChannelSchema } from '../../schema/site-records.ts'
import { AnyId, Line, linesOf, listOf, Text } from '../../schema/text.ts'
import { bySession } from '../call.ts'
import { Nothing, RecordId } from '../site-fields.ts'

const SpotifyUrl = v.pipe(
  v.string('must be the address of an artist on open.spotify.com'),
  v.maxLength(300, 'must be at most 300 characters'),
  v.regex(
    /^https:\/\/open\.spotify\.com\/(intl-[a-z]{2}\/)?artist\/[A-Za-z0-9]{22}(\?[\w=&%.-]{0,200})?$/,
    'must be the address of an artist on open.spotify.com',
  ),
)

/** A part of a page, in the shape that its site gives it. */
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
  contentBlock: bySession.get(
    'visitor',
    '/api/v3/content-blocks/:token',
    v.object({ token: RecordId }),
    BlockSchema,
    { auth: 'none', cache: 'minute' },
  ),
}

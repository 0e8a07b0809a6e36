import { AppError } from '../../../shared/errors.ts'
import { VISITOR } from '../../../shared/server/origin.ts'
import { listSearches } from '../../searches/list-searches.ts'
import { searchCsv } from '../../searches/search-csv.ts'
import { pageOf } from '../accounts/page-of.ts'
import { channelsJson } from '../channels/channel-json.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { randomArtistChannels } from './artist-channels.ts'
import { blockHandlers } from './blocks.ts'
import { trendingSearchTerms } from './trending-searches.ts'

/** §7 What the site reads beside its records. */
export const contentHandlers = {
  ...blockHandlers,

  async searchCsv({ d1 }) {
    return { stream: searchCsv(d1) }
  },

  async searches({ d1 }, { q = '', sort, order, ...page }) {
    return { body: await listSearches(d1, { q, sort, order, ...pageOf(page) }) }
  },

  async trendingSearchesBlock({ d1 }) {
    const results = await trendingSearchTerms(d1)
    return { body: { results, count: results.length } }
  },

  async randomArtistChannels(deps) {
    const rows = await randomArtistChannels(deps.d1)
    const results = await channelsJson({ ...deps, actor: VISITOR }, rows)
    return { body: { results, count: results.length } }
  },

  async spotifyArtist({ artistName }, { spotify_url }) {
    if (!artistName) {
      throw new AppError(
        'not-implemented',
        'Artists of Spotify are not looked up here: SPOTIFY_URL is not configured',
      )
    }
    return { body: { name: await artistName(new URL(spotify_url).pathname.split('/').at(-1) ?? '') } }
  },
} satisfies SiteHandlers

import { AppError } from '../../../shared/errors.ts'
import { VISITOR } from '../../../shared/server/origin.ts'
import { listSearches, searchCsv } from '../../searches/list-searches.ts'
import { trendingTerms } from '../../searches/trending-terms.ts'
import { partOf } from '../../sql.ts'
import { type ChannelRow, channelsJson, readChannels } from '../channels/channels.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { blockHandlers } from './blocks.ts'

/** Channels of the list at most. */
const MAX_CHANNELS = 10

// One of each artist, so that who has many does not fill the list: the first that has something to show.
const RANDOM = `
  WITH channel AS (
    SELECT (SELECT c.id FROM channels AS c
             WHERE c.user_id = u.id AND c.parent IS NULL AND c.is_visible = 1 AND c.gif_count > 0
             ORDER BY c.position LIMIT 1) AS id
      FROM users AS u INDEXED BY artists
     WHERE u.role = 'artist' AND u.state = 'active' AND u.is_public = 1)
  SELECT json_group_array(id) AS ids
    FROM (SELECT id FROM channel WHERE id IS NOT NULL ORDER BY random() LIMIT ${MAX_CHANNELS})`

/** Channels of artists, chosen again each time. */
async function randomArtistChannels(d1: SiteRequest['d1']): Promise<ChannelRow[]> {
  const ids = (await d1.prepare(RANDOM).first<string>('ids')) ?? '[]'
  return readChannels(d1, { actor: VISITOR }, 'ids', ids)
}

/** §7 What the site reads besides its records. */
export const contentHandlers = {
  ...blockHandlers,

  async searchCsv({ d1 }) {
    return { stream: searchCsv(d1) }
  },

  async searches({ d1 }, { q = '', sort, order, found, ...page }) {
    return { body: await listSearches(d1, { q, sort, order, found, ...partOf(page) }) }
  },

  async trendingSearchesBlock({ d1, nowMs }) {
    const results = await trendingTerms(d1, nowMs)
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
        'Artists of Spotify are not looked up here: SPOTIFY_CLIENT_ID or SPOTIFY_URL is not configured',
      )
    }
    return { body: { name: await artistName(new URL(spotify_url).pathname.split('/').at(-1) ?? '') } }
  },
} satisfies SiteHandlers

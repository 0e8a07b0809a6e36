import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { VISITOR } from '../../../shared/server/origin.ts'
import { listSearches, searchCsv } from '../../searches/list-searches.ts'
import { partOf } from '../../sql.ts'
import { type ChannelRow, channelsJson, readChannels } from '../channels/channels.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { blockHandlers, findBlock } from './blocks.ts'

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

/** Words of the list at most. */
const MAX_TERMS = 20
/** The block whose words lead. */
const LEADING = 'trending-searches'

const Rows = v.array(v.object({ term: v.string() }))

// The listed terms alone: visitors decide about their order, and put no words there.
const COUNTED = `
  SELECT s.term
    FROM searches           AS s
    LEFT JOIN search_counts AS c ON c.term = s.term
   ORDER BY coalesce(c.count, 0) DESC, c.searched_at DESC, s.heat DESC, s.term LIMIT ${MAX_TERMS}`

/** What staff have put in front, then the listed terms that most networks have searched for. */
export async function trendingSearchTerms(d1: SiteRequest['d1']): Promise<string[]> {
  const [block, { results }] = await Promise.all([findBlock(d1, LEADING), d1.prepare(COUNTED).all()])
  const leading = block?.kind === 'searches' ? block.items : []
  const terms = [...leading, ...v.parse(Rows, results).map(({ term }) => term)]
  return [...new Set(terms)].slice(0, MAX_TERMS)
}

/** §7 What the site reads besides its records. */
export const contentHandlers = {
  ...blockHandlers,

  async searchCsv({ d1 }) {
    return { stream: searchCsv(d1) }
  },

  async searches({ d1 }, { q = '', sort, order, ...page }) {
    return { body: await listSearches(d1, { q, sort, order, ...partOf(page) }) }
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

import type { D1Database } from '@cloudflare/workers-types'
import { VISITOR } from '../../../shared/server/origin.ts'
import { type ChannelRow, readChannels } from '../channels/channel-rows.ts'

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

/** Channels of artists, chosen anew each time. */
export async function randomArtistChannels(d1: D1Database): Promise<ChannelRow[]> {
  const ids = (await d1.prepare(RANDOM).first<string>('ids')) ?? '[]'
  return readChannels(d1, { actor: VISITOR }, 'ids', ids)
}

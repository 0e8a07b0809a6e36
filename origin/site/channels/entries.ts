import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { CHANNEL_GIFS, hasRoom, refusalBy, spend } from '../../bounds.ts'
import { successMeta } from '../../envelope.ts'
import { personOf } from '../actor.ts'
import { assertSeen } from '../items.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { channelAnswer, channelFor, permitChannel, shownGifs } from './channels.ts'

/** The entries of the channel ?1 before the one that ?2 names, by its number or its GIF; null: the newest. */
export const PAGE = `
  SELECT e.id, e.gif_id
    FROM channel_gifs AS e
    LEFT JOIN gifs    AS g ON g.id = e.gif_id
   WHERE e.channel_id = ?1
     AND e.id < coalesce((SELECT id FROM channel_gifs WHERE channel_id = ?1 AND gif_id = ?2),
                         CAST(?2 AS INTEGER), 9e15)
     AND coalesce(g.is_listed, 1) = 1
   ORDER BY e.id DESC LIMIT ${PROVIDER_PAGE.limit}`

const ADD = `
  INSERT INTO channel_gifs (channel_id, gif_id)
  SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM channel_gifs WHERE channel_id = ?1 AND gif_id = ?2)
     AND (SELECT gif_count FROM channels WHERE id = ?1) < ${CHANNEL_GIFS}
     AND ${hasRoom('channelGifs', '?3')}`
type Entry = { channel: number; gif: string; who: string | null }

/** The statement that puts a GIF into a channel, where it is not in it; `who` pays for it (T60). */
export const addEntry = (d1: D1Database, { channel, gif, who }: Entry): D1PreparedStatement =>
  d1.prepare(ADD).bind(channel, gif, who)

const LET_IN = 'DELETE FROM channel_left_out WHERE channel_id = ?1 AND gif_id = ?2'
const FIND = 'SELECT id FROM channel_gifs WHERE channel_id = ?1 AND gif_id = ?2'

// Right behind each other: what was not in the channel is not kept out of it.
const REMOVE = 'DELETE FROM channel_gifs WHERE channel_id = ?1 AND gif_id = ?2'
const LEAVE_OUT = `
  INSERT INTO channel_left_out (channel_id, gif_id)
  SELECT ?1, ?2 WHERE changes() > 0 AND EXISTS (SELECT 1 FROM channel_magic_tags WHERE channel_id = ?1)
      ON CONFLICT DO NOTHING`

const NOT_IN = `
  SELECT value AS gif FROM json_each(?2)
   WHERE NOT EXISTS (SELECT 1 FROM channel_gifs WHERE channel_id = ?1 AND gif_id = value) LIMIT 1`

// The entries become the newest, the first one the newest of all. Their position says that people chose the order.
const ORDER = `
  UPDATE channel_gifs
     SET position = -1,
         id = (SELECT max(id) + json_array_length(?2) FROM channel_gifs)
              - (SELECT key FROM json_each(?2) WHERE value = channel_gifs.gif_id)
   WHERE channel_id = ?1 AND gif_id IN (SELECT value FROM json_each(?2))`

// ?2 is a JSON list of ids. All of those that are not in it yet find room, or none.
const ADD_ALL = `
  WITH fresh AS MATERIALIZED (
    SELECT key, value AS gif_id FROM json_each(?2)
     WHERE value NOT IN (SELECT gif_id FROM channel_gifs WHERE channel_id = ?1))
  INSERT INTO channel_gifs (channel_id, gif_id)
  SELECT ?1, gif_id FROM fresh
   WHERE (SELECT gif_count FROM channels WHERE id = ?1) + (SELECT count(*) FROM fresh) <= ${CHANNEL_GIFS}
     AND ${hasRoom('channelGifs', '?3', '(SELECT count(*) FROM fresh)')}
   ORDER BY key`
const LET_ALL_IN = `
  DELETE FROM channel_left_out
   WHERE channel_id = ?1 AND gif_id IN (SELECT value FROM json_each(?2))
     AND gif_id IN (SELECT gif_id FROM channel_gifs WHERE channel_id = ?1)`
const MISSING = `
  SELECT count(*) AS missing FROM json_each(?2)
   WHERE value NOT IN (SELECT gif_id FROM channel_gifs WHERE channel_id = ?1)`
// ?3 is what is put in: where it found no room, nothing is taken out.
const IS_IN = `
  NOT EXISTS (SELECT 1 FROM json_each(?3) WHERE value NOT IN (SELECT gif_id FROM channel_gifs WHERE channel_id = ?1))`
const LEAVE_ALL_OUT = `
  INSERT INTO channel_left_out (channel_id, gif_id)
  SELECT channel_id, gif_id FROM channel_gifs
   WHERE channel_id = ?1 AND gif_id IN (SELECT value FROM json_each(?2)) AND ${IS_IN}
     AND EXISTS (SELECT 1 FROM channel_magic_tags WHERE channel_id = ?1)
      ON CONFLICT DO NOTHING`
const REMOVE_ALL = `
  DELETE FROM channel_gifs
   WHERE channel_id = ?1 AND gif_id IN (SELECT value FROM json_each(?2)) AND ${IS_IN}`

const idsOf = (list: string | readonly string[] = []): string[] => [
  ...new Set([list].flat().flatMap((each) => each.split(','))),
]

const isFull = () => new AppError('conflict', `A channel has ${CHANNEL_GIFS} GIFs at most`)

/** A channel's GIFs, the newest entry first. */
export const entryHandlers = {
  async channelGifs(deps, { id, max_id }) {
    const channel = await channelFor(deps, id)
    const { results } = await deps.d1
      .prepare(PAGE)
      .bind(channel.id, max_id ?? null)
      .all<{ id: number; gif_id: string }>()
    const data = await shownGifs(
      deps,
      results.map(({ gif_id }) => gif_id),
    )
    const last = results.length === PROVIDER_PAGE.limit ? String(results.at(-1)?.id) : ''
    const address = `${deps.publicUrl}/api/v3/channels/${channel.id}/gifs/?max_id=${last}`
    const pagination = { total_count: channel.gif_count, count: data.length, offset: 0 }
    return {
      body: { data, pagination, meta: successMeta(), next: last && address, next_max_id: last },
    }
  },

  /** A GIF that is in it already stays where it is. */
  async addChannelGif(deps, { channel: id, gif }) {
    const { d1 } = deps
    const { channel, audit } = await permitChannel(deps, id, 'channel.add')
    await assertSeen(deps, gif)
    const who = personOf(deps.actor).id
    const [, , , found] = await d1.batch<{ id: number }>([
      addEntry(d1, { channel: channel.id, gif, who }),
      spend(d1, 'channelGifs', who),
      d1.prepare(LET_IN).bind(channel.id, gif),
      d1.prepare(FIND).bind(channel.id, gif),
      ...audit,
    ])
    const entry = found?.results[0]?.id
    if (entry === undefined) throw (await refusalBy(d1, 'channelGifs', who)) ?? isFull()
    return { body: { id: String(entry), channel: String(channel.id), gif } }
  },

  /** These GIFs come first, in their order; the others follow as they were. */
  async orderChannel(deps, { id, gif_ids }) {
    const { d1 } = deps
    const { channel, audit } = await permitChannel(deps, id, 'channel.order')
    const ids = JSON.stringify(gif_ids)
    const missing = await d1.prepare(NOT_IN).bind(channel.id, ids).first<string>('gif')
    if (missing !== null)
      throw fieldError('gif_ids', `gif_ids has an id that is not in the channel: ${missing}`)
    await d1.batch([d1.prepare(ORDER).bind(channel.id, ids), ...audit])
    return channelAnswer(deps, channel.id)
  },

  async removeChannelGif(deps, { channel: id, gif }) {
    const { d1 } = deps
    const { channel, audit } = await permitChannel(deps, id, 'channel.remove')
    await d1.batch([
      d1.prepare(REMOVE).bind(channel.id, gif),
      d1.prepare(LEAVE_OUT).bind(channel.id, gif),
      ...audit,
    ])
    return {}
  },

  /** What is there already stays where it is; what is not there is gone, as it should be. */
  async changeChannelGifs(deps, { id, add, remove }) {
    const { d1 } = deps
    const [added, removed] = [idsOf(add), idsOf(remove)]
    const { channel, audit } = await permitChannel(deps, id, 'channel.gifs')
    const shown = new Set((await shownGifs(deps, added)).map((gif) => gif.id))
    // An own hidden one is not shown in lists, and may be in them.
    for (const gif of added) if (!shown.has(gif)) await assertSeen(deps, gif)
    const who = personOf(deps.actor).id
    const [out, into] = [JSON.stringify(removed), JSON.stringify(added)]
    const [, , , found] = await d1.batch<{ missing: number }>([
      d1.prepare(ADD_ALL).bind(channel.id, into, who),
      spend(d1, 'channelGifs', who),
      d1.prepare(LET_ALL_IN).bind(channel.id, into),
      d1.prepare(MISSING).bind(channel.id, into),
      d1.prepare(LEAVE_ALL_OUT).bind(channel.id, out, into),
      d1.prepare(REMOVE_ALL).bind(channel.id, out, into),
      ...audit,
    ])
    const missing = found?.results[0]?.missing ?? 0
    if (missing > 0) throw (await refusalBy(d1, 'channelGifs', who, missing)) ?? isFull()
    return channelAnswer(deps, channel.id)
  },
} satisfies SiteHandlers

import { AppError, fieldError } from '../../../shared/errors.ts'
import { hasRoom, refusalBy, spend } from '../../bounds.ts'
import { rowNumber } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { permitChannel } from './channels.ts'

const MAX = { ranked: 100, magic: 20 } as const

/** After all others. */
const LAST = 1_000_000

/** Ranks the tags of the channel ?1 from 1 without gaps; the tag ?2 goes to the place ?3 (from 0) among the others. */
const RANK = `
  WITH placed AS (
    SELECT id, row_number() OVER (ORDER BY rank, id) - 1 AS place, 1 AS is_other
      FROM channel_ranked_tags WHERE channel_id = ?1 AND tag IS NOT ?2
     UNION ALL
    SELECT id, ?3, 0 FROM channel_ranked_tags WHERE channel_id = ?1 AND tag IS ?2),
  ranked AS (
    SELECT id, row_number() OVER (ORDER BY place, is_other) AS rank FROM placed)
  UPDATE channel_ranked_tags SET rank = ranked.rank
    FROM ranked
   WHERE channel_ranked_tags.id = ranked.id AND channel_ranked_tags.rank <> ranked.rank`

const ADD_RANKED = `
  INSERT INTO channel_ranked_tags (channel_id, tag, rank)
  SELECT ?1, ?2, ${LAST} WHERE (SELECT count(*) FROM channel_ranked_tags WHERE channel_id = ?1) < ${MAX.ranked}
     AND ${hasRoom('rankedTags', '?3')}
      ON CONFLICT DO NOTHING`

const RENAME_RANKED = 'UPDATE channel_ranked_tags SET tag = ?2 WHERE id = ?1 RETURNING id'
const DELETE_RANKED = 'DELETE FROM channel_ranked_tags WHERE id = ?1'
const RANKED = 'SELECT id, channel_id, tag, rank FROM channel_ranked_tags WHERE channel_id = ?1 AND tag = ?2'

const ADD_MAGIC = `
  INSERT INTO channel_magic_tags (channel_id, tag)
  SELECT ?1, ?2 WHERE (SELECT count(*) FROM channel_magic_tags WHERE channel_id = ?1) < ${MAX.magic}
     AND ${hasRoom('magicTags', '?3')}
      ON CONFLICT DO NOTHING`
const MAGIC =
  'SELECT id, channel_id, tag, is_filled FROM channel_magic_tags WHERE channel_id = ?1 AND tag = ?2'
const DELETE_MAGIC = 'DELETE FROM channel_magic_tags WHERE id = ?1'

type RankedRow = { id: number; channel_id: number; tag: string; rank: number }
type MagicRow = { id: number; channel_id: number; tag: string; is_filled: number }
type Deps = SiteRequest

/** A tag as items have it: `lower` of the database knows the letters of English alone. */
function tagOf(text: string): string {
  const tag = text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  if (tag) return tag
  throw fieldError('tag', 'tag is required')
}

const permitTags = (deps: Deps, channel: string) => permitChannel(deps, channel, 'channel.tags')

/** A tag's row by its id, and its channel. @throws AppError 'not-found', 'forbidden' (T35) */
async function ownTag<Row extends { channel_id: number }>(
  deps: Deps,
  table: 'channel_ranked_tags' | 'channel_magic_tags',
  id: string,
) {
  const number = rowNumber(id)
  const row = await deps.d1.prepare(`SELECT * FROM ${table} WHERE id = ?1`).bind(number).first<Row>()
  if (!row) throw new AppError('not-found', 'There is no such tag')
  return { row, ...(await permitTags(deps, String(row.channel_id))) }
}

const tooMany = (max: number) => new AppError('conflict', `A channel has ${max} such tags at most`)

const rankedJson = ({ id, channel_id, tag, rank }: RankedRow) => ({
  id: String(id),
  channel: String(channel_id),
  tag,
  rank,
})

/** §3 Ranked tags and magic tags of a channel, by its owner. */
export const channelTagHandlers = {
  /** A tag that the channel has already takes the rank that is named. */
  async createRankedTag(deps, { channel: id, tag: text, rank }) {
    const { d1 } = deps
    const { channel, audit } = await permitTags(deps, id)
    const tag = tagOf(text)
    const known = await d1.prepare(RANKED).bind(channel.id, tag).first<RankedRow>()
    const place = (rank ?? known?.rank ?? LAST) - 1
    const who = personOf(deps.actor).id
    const [, , , stored] = await d1.batch<RankedRow>([
      d1.prepare(ADD_RANKED).bind(channel.id, tag, who),
      spend(d1, 'rankedTags', who),
      d1.prepare(RANK).bind(channel.id, tag, place),
      d1.prepare(RANKED).bind(channel.id, tag),
      ...audit,
    ])
    const [row] = stored?.results ?? []
    if (!row) throw (await refusalBy(d1, 'rankedTags', who)) ?? tooMany(MAX.ranked)
    return { body: rankedJson(row) }
  },

  async updateRankedTag(deps, { id, tag: text, rank }) {
    const { d1 } = deps
    const { row, channel, audit } = await ownTag<RankedRow>(deps, 'channel_ranked_tags', id)
    const tag = text === undefined ? row.tag : tagOf(text)
    const other = await d1.prepare(RANKED).bind(channel.id, tag).first<RankedRow>()
    if (other && other.id !== row.id) throw new AppError('conflict', 'The channel has this tag already')
    const [, , stored] = await d1.batch<RankedRow>([
      d1.prepare(RENAME_RANKED).bind(row.id, tag),
      d1.prepare(RANK).bind(channel.id, tag, (rank ?? row.rank) - 1),
      d1.prepare(RANKED).bind(channel.id, tag),
      ...audit,
    ])
    const [changed] = stored?.results ?? []
    if (!changed) throw new AppError('not-found', 'There is no such tag')
    return { body: rankedJson(changed) }
  },

  async deleteRankedTag(deps, { id }) {
    const { d1 } = deps
    const { row, channel, audit } = await ownTag<RankedRow>(deps, 'channel_ranked_tags', id)
    await d1.batch([
      d1.prepare(DELETE_RANKED).bind(row.id),
      d1.prepare(RANK).bind(channel.id, null, 0),
      ...audit,
    ])
    return {}
  },

  /** New items with the tag join by themselves; those of before by a job. */
  async createMagicTag(deps, { channel: id, tag: text }) {
    const { d1, enqueue } = deps
    const { channel, audit } = await permitTags(deps, id)
    const tag = tagOf(text)
    const who = personOf(deps.actor).id
    const [, , stored] = await d1.batch<MagicRow>([
      d1.prepare(ADD_MAGIC).bind(channel.id, tag, who),
      spend(d1, 'magicTags', who),
      d1.prepare(MAGIC).bind(channel.id, tag),
      ...audit,
    ])
    const [row] = stored?.results ?? []
    if (!row) throw (await refusalBy(d1, 'magicTags', who)) ?? tooMany(MAX.magic)
    const is_filled = row.is_filled === 1
    if (!is_filled) enqueue({ kind: 'channel', tag: row.id })
    return { body: { id: String(row.id), channel: String(channel.id), tag, is_filled } }
  },

  /** What the tag brought stays. */
  async deleteMagicTag(deps, { id }) {
    const { d1 } = deps
    const { row, audit } = await ownTag<MagicRow>(deps, 'channel_magic_tags', id)
    await d1.batch([d1.prepare(DELETE_MAGIC).bind(row.id), ...audit])
    return {}
  },
} satisfies SiteHandlers

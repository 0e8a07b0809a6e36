import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { type OwnChannel, OwnMagicTag, OwnRankedTag } from '../../../shared/schema/own/channels.ts'
import { channelUrl, USER_JSON, UserRow, userJson } from '../../people/users.ts'
import { BitColumn, findRows, json, type PartInput, partOf } from '../../sql.ts'
import { can, permit, type Writing } from '../actor.ts'
import { gifReaderOf } from '../items.ts'
import type { SiteRequest } from '../site-handlers.ts'

/** How many channels a list has at most. No channel has more below it, so that its children are one list. */
export const MAX_LISTED = 100

const ChannelRow = v.object({
  id: v.number(),
  parent: v.nullable(v.number()),
  position: v.number(),
  slug: v.string(),
  display_name: v.string(),
  short_display_name: v.string(),
  description: v.string(),
  is_visible: BitColumn,
  gif_count: v.number(),
  user_id: v.nullable(v.string()),
  has_children: BitColumn,
  featured_id: v.nullable(v.string()),
  ranked_tags: json(v.array(OwnRankedTag)),
  magic_tags: json(v.array(v.object({ ...OwnMagicTag.entries, is_filled: BitColumn }))),
  user: v.nullable(json(UserRow)),
})
export type ChannelRow = v.InferOutput<typeof ChannelRow>

// ?1 who reads, or null; ?2 whether they see what is hidden; ?3 whether the featured GIF may be a video.
const VISIBLE = (channel: string) =>
  `(${channel}.is_visible = 1 OR ?2 = 1 OR (?1 IS NOT NULL AND ${channel}.user_id = ?1))`

/** The newest GIF that lists show. Those of a configured provider have no row here. */
const FEATURED = `
  SELECT e.gif_id
    FROM channel_gifs AS e
    LEFT JOIN gifs    AS g ON g.id = e.gif_id
   WHERE e.channel_id = c.id AND coalesce(g.is_listed, 1) = 1 AND (?3 = 1 OR g.type IS NOT 'video')
   ORDER BY e.id DESC LIMIT 1`

const RANKED_TAGS = `
  SELECT json_group_array(json_object(
           'id', CAST(id AS TEXT), 'channel', CAST(channel_id AS TEXT), 'tag', tag, 'rank', rank))
    FROM (SELECT * FROM channel_ranked_tags WHERE channel_id = c.id ORDER BY rank)`

const MAGIC_TAGS = `
  SELECT json_group_array(json_object(
           'id', CAST(id AS TEXT), 'channel', CAST(channel_id AS TEXT), 'tag', tag, 'is_filled', is_filled))
    FROM (SELECT * FROM channel_magic_tags WHERE channel_id = c.id ORDER BY id)`

/** Channels by a statement that gives their `id` and `rank`, least first, of those that the reader may see. */
const channelsOf = (hits: string) => `
  WITH hits AS MATERIALIZED (${hits})
  SELECT c.id, c.parent, c.position, c.slug, c.display_name, c.short_display_name, c.description, c.is_visible,
         max(c.gif_count, 0) AS gif_count, c.user_id,
         EXISTS (SELECT 1 FROM channels AS below WHERE below.parent = c.id AND ${VISIBLE('below')}) AS has_children,
         (${FEATURED}) AS featured_id,
         (${RANKED_TAGS}) AS ranked_tags,
         (${MAGIC_TAGS}) AS magic_tags,
         ${USER_JSON}
    FROM hits
    JOIN channels   AS c ON c.id = hits.id
    LEFT JOIN users AS u ON u.id = c.user_id
   WHERE ${VISIBLE('c')}
   ORDER BY hits.rank, c.id`

/** What a reader may see; ?4 is the list's own parameter. */
const LISTS = {
  /** By number or slug. */
  one: `SELECT id, 0 AS rank FROM channels
         WHERE slug = ?4 OR (?4 NOT GLOB '*[^0-9]*' AND id = CAST(?4 AS INTEGER))`,
  /** In a list of ids, in its order. */
  ids: 'SELECT value AS id, key AS rank FROM json_each(?4)',
  children: `SELECT id, position AS rank FROM channels WHERE parent = ?4 ORDER BY position, id LIMIT ${MAX_LISTED}`,
  ofGif: `SELECT channel_id AS id, 0 AS rank FROM channel_gifs WHERE gif_id = ?4 ORDER BY channel_id LIMIT ${MAX_LISTED}`,
} as const
type ChannelList = keyof typeof LISTS

const STATEMENTS = Object.fromEntries(
  Object.entries(LISTS).map(([name, hits]) => [name, channelsOf(hits)]),
) as Record<ChannelList, string>

/** Who reads channels. `video: false` leaves films out of the featured GIFs (§7). */
type ChannelReader = { actor: SiteRequest['actor']; video?: boolean }

const seesAll = (actor: SiteRequest['actor']) => can(actor, 'see', { user_id: null, isHidden: true })

/** The channels of a list that the actor may see. @param of an id, a JSON list of ids, a parent or a GIF */
export async function readChannels(
  d1: SiteRequest['d1'],
  { actor, video = true }: ChannelReader,
  list: ChannelList,
  of: string | number,
): Promise<ChannelRow[]> {
  const person = actor.role === 'visitor' ? null : actor.id
  const reader = [person, seesAll(actor) ? 1 : 0, video ? 1 : 0]
  return findRows(ChannelRow, d1.prepare(STATEMENTS[list]).bind(...reader, of))
}

const rootsOf = (which: string) => `
  SELECT (SELECT count(*) FROM ${which}) AS count,
         (SELECT json_group_array(id) FROM (SELECT id FROM ${which} ORDER BY id DESC LIMIT ${MAX_LISTED})) AS ids`

const VISIBLE_ROOTS = rootsOf('channels INDEXED BY channels_at_root WHERE parent IS NULL AND is_visible = 1')
const ALL_ROOTS = rootsOf('channels INDEXED BY channels_by_parent WHERE parent IS NULL')

const Part = v.object({ count: v.number(), ids: v.string() })

/** The ids of the newest root channels as JSON, for `readChannels`, and how many there are; hidden ones for who sees all. */
export async function newestRoots(
  d1: SiteRequest['d1'],
  { actor }: Pick<ChannelReader, 'actor'>,
): Promise<{ count: number; ids: string }> {
  const statement = d1.prepare(seesAll(actor) ? ALL_ROOTS : VISIBLE_ROOTS)
  return v.parse(Part, await statement.first())
}

// A person's own, each behind the one that it is below. Of a place in someone else's channel nothing is above it.
const OWN_TREE = `
  WITH RECURSIVE tree (id, path, level) AS (
    SELECT c.id, printf('%04d.%012d', c.position, c.id), 1 FROM channels AS c
     WHERE c.user_id = ?1
       AND NOT EXISTS (SELECT 1 FROM channels AS above WHERE above.id = c.parent AND above.user_id = ?1)
     UNION ALL
    SELECT c.id, tree.path || '/' || printf('%04d.%012d', c.position, c.id), tree.level + 1
      FROM tree JOIN channels AS c ON c.parent = tree.id AND c.user_id = ?1 WHERE tree.level < 32)
  SELECT (SELECT count(*) FROM tree) AS count,
         (SELECT json_group_array(id) FROM (SELECT id FROM tree ORDER BY path LIMIT ?2 OFFSET ?3)) AS ids`

/** A part of a person's channels, hidden ones too, in the order of their tree. */
export async function ownTree(
  d1: SiteRequest['d1'],
  person: string,
  page: PartInput,
): Promise<{ count: number; ids: string }> {
  const { limit, offset } = partOf(page)
  const row = await d1.prepare(OWN_TREE).bind(person, limit, offset).first()
  return v.parse(Part, row)
}

/** The statements of a list, for tests of their query plans. */
export const statementOf = (list: ChannelList): string => STATEMENTS[list]

type ChannelJson = v.InferOutput<typeof OwnChannel>
type ShownGif = NonNullable<ChannelJson['featured_gif']>
type Deps = Pick<SiteRequest, 'd1' | 'gifs' | 'actor' | 'publicUrl'>

/** The GIFs that lists show, in the order of their ids. The provider's answer is what its own calls send. */
export const shownGifs = async (deps: Deps, ids: readonly string[]): Promise<ShownGif[]> =>
  ((await deps.gifs?.shown(ids, gifReaderOf(deps.actor, deps.publicUrl))) ?? []) as ShownGif[]

/** Channels as calls answer them. Where the provider cannot give the GIFs, none is featured. */
export async function channelsJson(deps: Deps, rows: readonly ChannelRow[]): Promise<ChannelJson[]> {
  const ids = [...new Set(rows.flatMap(({ featured_id }) => featured_id ?? []))]
  const gifs = await shownGifs(deps, ids).catch(() => [])
  return rows.map(({ user_id: _, featured_id, id, parent, user, ...row }) => ({
    id: String(id),
    parent: parent === null ? '' : String(parent),
    ...row,
    url: channelUrl(row.slug, deps.publicUrl),
    user: user && userJson(user, deps.publicUrl),
    featured_gif: gifs.find((gif) => gif.id === featured_id) ?? null,
  }))
}

const noSuchChannel = () => new AppError('not-found', 'There is no such channel')

/** A channel by its number or slug. @throws AppError 'not-found', also for one that the reader may not see */
export async function channelFor(deps: Deps, id: string, video = true): Promise<ChannelRow> {
  const [row] = await readChannels(deps.d1, { actor: deps.actor, video }, 'one', id)
  if (!row) throw noSuchChannel()
  return row
}

/** A channel that the actor may write, and the note of it (`permit`). @throws AppError 'not-found', 'forbidden' (T35) */
export async function permitChannel(
  deps: SiteRequest,
  id: string,
  action: string,
  does: Writing = 'edit',
): Promise<{ channel: ChannelRow; audit: D1PreparedStatement[] }> {
  const found = await channelFor(deps, id)
  const { row: channel, audit } = permit(deps, does, found, { action, target: `channel/${found.id}` })
  return { channel, audit }
}

/** The answer of a call about one channel, as it is now. */
export async function channelAnswer(deps: Deps, id: string | number, video = true) {
  const [answer] = await channelsJson(deps, [await channelFor(deps, String(id), video)])
  if (!answer) throw noSuchChannel()
  return { body: answer }
}

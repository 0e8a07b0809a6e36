import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { ConflictError, fieldError } from '../../../shared/errors.ts'
import { CHANNEL_SLUG } from '../../../shared/schema/site-records.ts'
import { assertRoomFor, hasRoom } from '../../bounds.ts'
import { isReservedName } from '../../people/reserved-names.ts'
import { newId } from '../../people/secrets.ts'
import { type ChannelRow, MAX_LISTED } from './channels.ts'

/** How many channels stand above one another at most, the first included. */
export const MAX_DEPTH = 8

/** The place after all others. */
export const LAST = 1_000_000

// The channels next to one another: those of a parent (?1), or the root channels of a person (?2).
const SIBLINGS = `
  siblings AS (
    SELECT id, slug, position FROM channels WHERE parent = ?1
     UNION ALL
    SELECT id, slug, position FROM channels WHERE ?1 IS NULL AND parent IS NULL AND user_id IS ?2)`

/**
 * Numbers siblings from 0 without gaps. The one with the slug ?3 goes to the place ?5 among the others, counted from the
 * sibling ?4 where there is one; with null they keep their order.
 */
export const ARRANGE = `
  WITH ${SIBLINGS},
  others AS (
    SELECT id, row_number() OVER (ORDER BY position, id) - 1 AS place FROM siblings WHERE slug IS NOT ?3),
  placed AS (
    SELECT id, place, 1 AS is_other FROM others
     UNION ALL
    SELECT id, coalesce((SELECT place FROM others WHERE id = ?4), 0) + ?5, 0 FROM siblings WHERE slug IS ?3),
  arranged AS (
    SELECT id, row_number() OVER (ORDER BY place, is_other) - 1 AS place FROM placed)
  UPDATE channels SET position = arranged.place
    FROM arranged
   WHERE channels.id = arranged.id AND channels.position <> arranged.place`

/** The channel of a parameter, and all above it. Bounded, also in a tree that is deeper, or has a circle. */
const UP = (id: string) => `
  WITH RECURSIVE up (id, parent, level) AS (
    SELECT id, parent, 1 FROM channels WHERE id = ${id}
     UNION ALL
    SELECT c.id, c.parent, up.level + 1 FROM up JOIN channels AS c ON c.id = up.parent WHERE up.level < 4 * ${MAX_DEPTH})`

/** The channel of a parameter, and all below it. */
const DOWN = (id: string) => `
  WITH RECURSIVE down (id, level) AS (
    SELECT id, 1 FROM channels WHERE id = ${id}
     UNION ALL
    SELECT c.id, down.level + 1 FROM down JOIN channels AS c ON c.parent = down.id WHERE down.level < 4 * ${MAX_DEPTH})`

const IS_ROOM = `(SELECT count(*) FROM siblings) < ${MAX_LISTED}`

/**
 * A new channel below ?1 (null: a root channel) of the person ?2: ?3 slug, ?4 name, ?5 short name, ?6 description,
 * ?7 whether it is visible, ?8 whose bounds count, ?9 its number (null: the next). Not where there is one with its name
 * already, nor beyond the bounds.
 */
export const CREATE = `
  WITH ${SIBLINGS}
  INSERT INTO channels (id, parent, position, slug, display_name, short_display_name, description, is_visible, user_id)
  SELECT ?9, ?1, ${LAST}, ?3, ?4, ?5, ?6, ?7, ?2
   WHERE NOT EXISTS (SELECT 1 FROM siblings JOIN channels AS c ON c.id = siblings.id
                      WHERE c.display_name = ?4 AND c.user_id = ?2)
     AND ${IS_ROOM}
     AND ${hasRoom('channels', '?8')}
     AND (?1 IS NULL OR (${UP('?1')} SELECT max(level) FROM up) < ${MAX_DEPTH})
  RETURNING id`

/** The channel of ?2 with the name ?3 below ?1: what a repeated `CREATE` finds. */
export const TWIN = `
  WITH ${SIBLINGS}
  SELECT c.id, c.slug FROM siblings JOIN channels AS c ON c.id = siblings.id
   WHERE c.display_name = ?3 AND c.user_id = ?2 LIMIT 1`

/**
 * Sets all fields of the channel ?8, below ?1 (null: a root channel of ?2). Not below itself, nor beyond the bounds,
 * nor where it is no longer as ?9 has it (`readState`; null: however it is): then nothing changes.
 */
export const UPDATE = `
  WITH ${SIBLINGS}
  UPDATE channels
     SET parent = ?1, slug = ?3, display_name = ?4, short_display_name = ?5, description = ?6, is_visible = ?7
   WHERE id = ?8
     AND (?9 IS NULL OR ?9 = json_array(
           parent, position, slug, display_name, short_display_name, description, is_visible))
     AND (parent IS ?1
          OR (${IS_ROOM}
              AND NOT EXISTS (${UP('?1')} SELECT 1 FROM up WHERE id = ?8)
              AND coalesce((${UP('?1')} SELECT max(level) FROM up), 0)
                  + (${DOWN('?8')} SELECT max(level) FROM down) <= ${MAX_DEPTH}))
  RETURNING id`

/** Why a channel (?2; null: a new one) has no place below another (?1; null: as a root channel of ?3). */
export const PLACE = `
  SELECT EXISTS (${UP('?1')} SELECT 1 FROM up WHERE id = ?2) AS is_below_itself,
         coalesce((${UP('?1')} SELECT max(level) FROM up), 0)
           + coalesce((${DOWN('?2')} SELECT max(level) FROM down), 1) AS depth,
         (SELECT count(*) FROM channels WHERE parent = ?1)
           + (SELECT count(*) FROM channels WHERE ?1 IS NULL AND parent IS NULL AND user_id IS ?3) AS siblings`

// Of the channel ?1: those below it of the same owner, which go with it.
const GOING = `
  WITH RECURSIVE going (id) AS (
    SELECT ?1
     UNION
    SELECT c.id FROM going JOIN channels AS c ON c.parent = going.id
     WHERE c.user_id IS (SELECT user_id FROM channels WHERE id = ?1))`

/** Before `DELETE`: channels of others that stand below become root channels. */
export const KEEP_OTHERS = `
  UPDATE channels SET parent = NULL
   WHERE id <> ?1 AND user_id IS NOT (SELECT user_id FROM channels WHERE id = ?1)
     AND parent IN (${GOING} SELECT id FROM going)`

/** What is below it goes by reference. */
export const DELETE = 'DELETE FROM channels WHERE id = ?1'

const MAX_CHARS = 50

// ?1 slug, ?2 who has it, ?3 the channel it is for. A channel and a user of one name would share a page.
const IS_TAKEN = `
  SELECT EXISTS (SELECT 1 FROM users WHERE username = ?1 AND id IS NOT ?2)
      OR EXISTS (SELECT 1 FROM users WHERE id = ?1)
      OR EXISTS (SELECT 1 FROM channels WHERE slug = ?1 AND id IS NOT ?3) AS taken`

type For = { user_id: string | null; id: number | null }

const isTaken = async (d1: D1Database, slug: string, { user_id, id }: For) =>
  (await d1.prepare(IS_TAKEN).bind(slug, user_id, id).first('taken')) === 1

/** @throws InputError for a slug that is invalid or taken */
export async function assertSlug(d1: D1Database, slug: string, channel: For): Promise<void> {
  if (!CHANNEL_SLUG.test(slug))
    throw fieldError('slug', 'slug must be letters, digits and dashes, with a letter among them')
  if (isReservedName(slug)) throw fieldError('slug', 'slug is reserved: choose another one')
  if (await isTaken(d1, slug, channel)) throw fieldError('slug', 'slug is taken')
}

/** A free slug, from a channel's name. */
export async function newSlug(d1: D1Database, name: string, user_id: string): Promise<string> {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  const base = words.join('-').slice(0, MAX_CHARS)
  const isFit = CHANNEL_SLUG.test(base) && !isReservedName(base)
  if (isFit && !(await isTaken(d1, base, { user_id, id: null }))) return base
  return `${base || 'channel'}-${newId().slice(0, 8)}`
}

/** Where a channel goes: below a parent (null: among the root channels), `offset` places after `anchor` or the first. */
export type Place = { parent: number | null; anchor: number | null; offset: number }

type Target = Pick<ChannelRow, 'id' | 'parent'>

const below = ({ id }: Target, offset: number): Place => ({ parent: id, anchor: null, offset })
const alongside = ({ id, parent }: Target, anchored: boolean, offset: number): Place => ({
  parent,
  anchor: anchored ? id : null,
  offset,
})

/** The words that `moveChannel` takes as a position, from the target channel. */
const WORDS = new Map<string, (target: Target) => Place>([
  ['first-child', (target) => below(target, 0)],
  ['last-child', (target) => below(target, LAST)],
  ['left', (target) => alongside(target, true, 0)],
  ['right', (target) => alongside(target, true, 1)],
  ['first-sibling', (target) => alongside(target, false, 0)],
  ['last-sibling', (target) => alongside(target, false, LAST)],
])

const noRoom = (message: string) => new ConflictError(message, { target_channel: message })

/** No channel has this id: below it are the root channels. */
export const ROOTS_PARENT = '0'

/** The place that a move names: a number counts below the target (undefined: the root), a word from it. @throws InputError */
export function placeOfMove(position: number | string, target: Target | undefined): Place {
  if (typeof position === 'number') return { parent: target?.id ?? null, anchor: null, offset: position }
  const from = WORDS.get(position)
  if (!from)
    throw fieldError('position', `position must be a number, or one of ${[...WORDS.keys()].join(', ')}`)
  return from(target ?? { id: 0, parent: null })
}

const PlaceRow = v.object({
  is_below_itself: v.number(),
  depth: v.number(),
  siblings: v.number(),
})

/** The statements hold these bounds too, for two writes at once; this says which of them it is. @throws InputError, ConflictError */
export async function assertRoom(
  d1: D1Database,
  parent: number | null,
  { id, user_id, by = user_id }: { id: number | null; user_id: string | null; by?: string | null },
): Promise<void> {
  const row = v.parse(PlaceRow, await d1.prepare(PLACE).bind(parent, id, user_id).first())
  if (row.is_below_itself)
    throw fieldError('target_channel', 'target_channel must not be the channel itself, or one below it')
  if (row.depth > MAX_DEPTH) throw noRoom(`A tree has ${MAX_DEPTH} levels of channels at most`)
  if (row.siblings >= MAX_LISTED) throw noRoom(`There are ${MAX_LISTED} channels here already`)
  if (id === null && by !== null) await assertRoomFor(d1, 'channels', by)
}

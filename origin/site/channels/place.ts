import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, ConflictError, InputError } from '../../../shared/errors.ts'
import { CHANNEL_SLUG } from '../../../shared/schema/site-records.ts'
import { newId } from '../../people/secrets.ts'
import { type ChannelRow, MAX_LISTED } from './channel-rows.ts'
import { LAST, MAX_CHANNELS, MAX_DEPTH, PLACE } from './tree-sql.ts'

const MAX_CHARS = 50

// ?1 slug, ?2 who has it, ?3 the channel it is for. A channel and a user of one name would share a page.
const IS_TAKEN = `
  SELECT EXISTS (SELECT 1 FROM users WHERE username = ?1 AND id IS NOT ?2)
      OR EXISTS (SELECT 1 FROM channels WHERE slug = ?1 AND id IS NOT ?3) AS taken`

type For = { user_id: string | null; id: number | null }

const isTaken = async (d1: D1Database, slug: string, { user_id, id }: For) =>
  (await d1.prepare(IS_TAKEN).bind(slug, user_id, id).first('taken')) === 1

/** @throws InputError for a slug that is invalid or taken */
export async function assertSlug(d1: D1Database, slug: string, channel: For): Promise<void> {
  if (!CHANNEL_SLUG.test(slug))
    throw refuse('slug', 'must be letters, digits and dashes, with a letter among them')
  if (await isTaken(d1, slug, channel)) throw refuse('slug', 'is taken')
}

/** A free slug, from a channel's name. */
export async function newSlug(d1: D1Database, name: string, user_id: string): Promise<string> {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  const base = words.join('-').slice(0, MAX_CHARS)
  if (CHANNEL_SLUG.test(base) && !(await isTaken(d1, base, { user_id, id: null }))) return base
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

const refuse = (field: string, message: string) =>
  new InputError(`${field} ${message}`, { [field]: `${field} ${message}` })

const noRoom = (message: string) => new ConflictError(message, { target_channel: message })

/** No channel has this id: below it are the root channels. */
export const ROOT = '0'

/**
 * The place that a move names: a number counts from 0 below the target, a word is from the target.
 * @param target undefined for the root. @throws InputError
 */
export function placeOf(position: number | string, target: Target | undefined): Place {
  if (typeof position === 'number') return { parent: target?.id ?? null, anchor: null, offset: position }
  const from = WORDS.get(position)
  if (!from) throw refuse('position', `must be a number, or one of ${[...WORDS.keys()].join(', ')}`)
  return from(target ?? { id: 0, parent: null })
}

const PlaceRow = v.object({
  is_below_itself: v.number(),
  depth: v.number(),
  siblings: v.number(),
  own: v.number(),
})

/** The statements hold these bounds too, for two writes at once; this says which of them it is. @throws InputError, ConflictError */
export async function assertRoom(
  d1: D1Database,
  parent: number | null,
  { id, user_id }: { id: number | null; user_id: string | null },
): Promise<void> {
  const row = v.parse(PlaceRow, await d1.prepare(PLACE).bind(parent, id, user_id).first())
  if (row.is_below_itself) throw refuse('target_channel', 'must not be the channel itself, or one below it')
  if (row.depth > MAX_DEPTH) throw noRoom(`A tree has ${MAX_DEPTH} levels of channels at most`)
  if (row.siblings >= MAX_LISTED) throw noRoom(`There are ${MAX_LISTED} channels here already`)
  if (id === null && row.own >= MAX_CHANNELS)
    throw new AppError('conflict', `A person has ${MAX_CHANNELS} channels at most`)
}

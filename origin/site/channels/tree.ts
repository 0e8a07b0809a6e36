import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { SeenChannel } from '../../../shared/calls/site/channels.ts'
import { AppError, ConflictError, fieldError } from '../../../shared/errors.ts'
import { refusalBy, spend } from '../../bounds.ts'
import { isUnique } from '../../sql.ts'
import { can, permit, personNamed, personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { type ChannelRow, channelAnswer, channelFor, permitChannel } from './channels.ts'
import {
  ARRANGE,
  assertRoom,
  assertSlug,
  CREATE,
  DELETE,
  KEEP_OTHERS,
  LAST,
  newSlug,
  type Place,
  placeOfMove,
  ROOTS_PARENT,
  TWIN,
  UPDATE,
} from './tree-sql.ts'

type Deps = SiteRequest

/** A channel that the actor may put others below, and the note of it. @throws AppError 'not-found', 'forbidden' */
async function permitParent(
  deps: Deps,
  id: string | undefined,
  action: string,
): Promise<{ channel?: ChannelRow; audit: D1PreparedStatement[] }> {
  if (id === undefined || id === ROOTS_PARENT) return { audit: [] }
  return permitChannel(deps, id, action)
}

/** Whose a new channel is, and the note of it: the caller's, or for staff a person's. @throws InputError, AppError 'forbidden' */
async function ownerOf(deps: Deps, username: string | undefined) {
  if (username === undefined) return { user_id: personOf(deps.actor).id, audit: [] }
  const { id: user_id } = await personNamed(deps.d1, 'owner', username)
  const act = { action: 'channel.create', target: `user/${user_id}` }
  return { user_id, audit: permit(deps, 'edit', { user_id }, act).audit }
}

/** The number that staff choose; from others it counts for nothing. @throws ConflictError */
async function numberFor({ d1, actor }: Deps, id: number | undefined): Promise<number | null> {
  if (id === undefined || !can(actor, 'read', { user_id: null })) return null
  const there = await d1.prepare('SELECT 1 FROM channels WHERE id = ?1').bind(id).first()
  if (there) throw new ConflictError('There is a channel with this id already', { id: 'is taken' })
  return id
}

/** What is done to a channel and to its parent is one act: that to the channel, if it is someone else's. */
const oneAct = (...audits: readonly D1PreparedStatement[][]): D1PreparedStatement[] =>
  audits.flat().slice(0, 1)

/** A text without what surrounds it. @throws InputError for one without anything to see */
function nameOf(display_name: string): string {
  const name = display_name.normalize('NFC').trim()
  if (name) return name
  throw fieldError('display_name', 'display_name is required')
}

/** Two writes at once: the bounds were held by the statement. */
const meanwhile = () => new AppError('conflict', 'The channels have changed in the meantime: try again')
function changedMeanwhile(): never {
  throw meanwhile()
}

type Fields = Pick<ChannelRow, 'slug' | 'display_name' | 'short_display_name' | 'description' | 'is_visible'>

// An empty field of a call changes nothing: spaces empty a text.
const valuesOf = (fields: Fields) =>
  [
    fields.slug,
    fields.display_name,
    fields.short_display_name.trim(),
    fields.description.trim(),
    fields.is_visible ? 1 : 0,
  ] as const

/** A channel's fields as the statement compares them, which writes only what is still as it was read. */
const readState = (row: ChannelRow): string => {
  const { parent, position, slug, display_name, short_display_name, description, is_visible } = row
  return JSON.stringify([
    ...[parent, position, slug, display_name, short_display_name, description],
    Number(is_visible),
  ])
}

/** @throws AppError 'conflict' where a channel is no longer as the user saw it */
function assertAsSeen(row: ChannelRow, was: string | undefined): void {
  if (was === undefined) return
  const shown = { ...row, parent: row.parent === null ? '' : String(row.parent) }
  const seen = Object.entries(v.parse(v.pipe(v.string(), v.parseJson(), SeenChannel), was))
  if (seen.some(([name, value]) => shown[name as keyof typeof shown] !== value)) changedMeanwhile()
}

/** Rewrites a channel and puts it into a place, in one batch with the numbers of its siblings there and before. */
async function write(
  deps: Deps,
  channel: ChannelRow,
  fields: Fields,
  { place, was, audit }: { place: Place | undefined; was: string | undefined; audit: D1PreparedStatement[] },
) {
  const { d1 } = deps
  const parent = place ? place.parent : channel.parent
  if (parent !== channel.parent) await assertRoom(d1, parent, channel)
  const arrange = (of: number | null, slug: string | null, anchor: number | null, offset: number) =>
    d1.prepare(ARRANGE).bind(of, channel.user_id, slug, anchor, offset)
  const [written] = await d1
    .batch([
      d1
        .prepare(UPDATE)
        .bind(
          parent,
          channel.user_id,
          ...valuesOf(fields),
          channel.id,
          was === undefined ? null : readState(channel),
        ),
      ...(place ? [arrange(parent, fields.slug, place.anchor, place.offset)] : []),
      ...(parent === channel.parent ? [] : [arrange(channel.parent, null, null, 0)]),
      ...audit,
    ])
    .catch((error) => (isUnique(error) ? changedMeanwhile() : Promise.reject(error)))
  if (!written?.results.length) changedMeanwhile()
  return channelAnswer(deps, channel.id)
}

/** The tree of channels: each write is one batch, and one that is repeated changes nothing. */
export const treeHandlers = {
  /** Who makes a channel owns it, unless staff make it for someone. One of its name at its place was made by the same request before. */
  async createChannel(deps, { display_name = '', parent: above, position, slug, owner, id, ...given }) {
    const { d1, actor } = deps
    const { id: by } = personOf(actor)
    const name = nameOf(display_name)
    const { user_id, audit: ofOwner } = await ownerOf(deps, owner)
    const number = await numberFor(deps, id)
    const { channel: below, audit } = await permitParent(deps, above, 'channel.create')
    const parent = below?.id ?? null
    const twin = await d1.prepare(TWIN).bind(parent, user_id, name).first<{ id: number; slug: string }>()
    if (twin && (slug ?? twin.slug).toLowerCase() === twin.slug.toLowerCase())
      return channelAnswer(deps, twin.id)
    if (twin) throw new AppError('conflict', 'You have a channel of this name here already')
    if (slug) await assertSlug(d1, slug, { user_id, id: null })
    await assertRoom(d1, parent, { id: null, user_id, by })
    const fields: Fields = {
      slug: slug ?? (await newSlug(d1, name, user_id)),
      display_name: name,
      short_display_name: given.short_display_name ?? '',
      description: given.description ?? '',
      is_visible: given.is_visible ?? true,
    }
    const [made] = await d1
      .batch<{ id: number }>([
        d1.prepare(CREATE).bind(parent, user_id, ...valuesOf(fields), by, number),
        spend(d1, 'channels', by),
        d1.prepare(ARRANGE).bind(parent, user_id, fields.slug, null, position ?? LAST),
        ...oneAct(ofOwner, audit),
      ])
      .catch((error) => (isUnique(error) ? changedMeanwhile() : Promise.reject(error)))
    const [row] = made?.results ?? []
    if (row) return channelAnswer(deps, row.id)
    throw (await refusalBy(d1, 'channels', by)) ?? meanwhile()
  },

  async moveChannel(deps, { id, position, target_channel, was }) {
    const { channel, audit } = await permitChannel(deps, id, 'channel.move')
    assertAsSeen(channel, was)
    const target = target_channel === ROOTS_PARENT ? undefined : await channelFor(deps, target_channel)
    const place = placeOfMove(position, target)
    const above = place.parent === null ? undefined : String(place.parent)
    const parent = await permitParent(deps, above, 'channel.move')
    return write(deps, channel, channel, { place, was, audit: oneAct(audit, parent.audit) })
  },

  async updateChannel(deps, { id, parent: above, position, was, ...given }) {
    const { channel, audit } = await permitChannel(deps, id, 'channel.update')
    assertAsSeen(channel, was)
    const own = channel.parent === null || position === undefined ? undefined : String(channel.parent)
    const over = await permitParent(deps, above ?? own, 'channel.update')
    const parent = above === undefined ? channel.parent : (over.channel?.id ?? null)
    const isMoved = parent !== channel.parent || position !== undefined
    const slug = given.slug ?? channel.slug
    if (slug !== channel.slug) await assertSlug(deps.d1, slug, channel)
    const display_name = given.display_name === undefined ? channel.display_name : nameOf(given.display_name)
    const place = isMoved ? { parent, anchor: null, offset: position ?? LAST } : undefined
    const { short_display_name, description, is_visible } = { ...channel, ...defined(given) }
    const fields = { slug, display_name, short_display_name, description, is_visible }
    return write(deps, channel, fields, { place, was, audit: oneAct(audit, over.audit) })
  },

  /** What its owner has below it goes with it. */
  async deleteChannel(deps, { id }) {
    const { d1 } = deps
    const { channel, audit } = await permitChannel(deps, id, 'channel.delete', 'delete')
    await d1.batch([
      d1.prepare(KEEP_OTHERS).bind(channel.id),
      d1.prepare(DELETE).bind(channel.id),
      d1.prepare(ARRANGE).bind(channel.parent, channel.user_id, null, null, 0),
      ...audit,
    ])
    return {}
  },
} satisfies SiteHandlers

/** The fields that a call has. */
const defined = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

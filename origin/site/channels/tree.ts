import * as v from 'valibot'
import { SeenChannel } from '../../../shared/calls/site/channels.ts'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { isUnique } from '../../sql.ts'
import { assertCan, personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { actOnOthers, type ChannelRow, channelAnswer, channelFor, ownChannel } from './channels.ts'
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

/** A channel that the actor may put others below. @throws AppError 'not-found', 'forbidden' */
async function parentFor(deps: Deps, id: string | undefined): Promise<ChannelRow | undefined> {
  return id === undefined || id === ROOTS_PARENT ? undefined : ownChannel(deps, id)
}

/** A text without what surrounds it. @throws InputError for one without anything to see */
function nameOf(display_name: string): string {
  const name = display_name.normalize('NFC').trim()
  if (name) return name
  throw fieldError('display_name', 'display_name is required')
}

/** Two writes at once: the bounds were held by the statement. */
function changedMeanwhile(): never {
  throw new AppError('conflict', 'The channels have changed in the meantime: try again')
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
  { place, was }: { place: Place | undefined; was: string | undefined },
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
      ...actOnOthers(deps, channel, place && parent !== channel.parent ? 'channel.move' : 'channel.update'),
    ])
    .catch((error) => (isUnique(error) ? changedMeanwhile() : Promise.reject(error)))
  if (!written?.results.length) changedMeanwhile()
  return channelAnswer(deps, channel.id)
}

/** The tree of channels: each write is one batch, and one that is repeated changes nothing. */
export const treeHandlers = {
  /** Who makes a channel owns it. One of its name at its place was made by the same request before. */
  async createChannel(deps, { display_name = '', parent: above, position, slug, ...given }) {
    const { d1, actor } = deps
    const { id: user_id } = personOf(actor)
    const name = nameOf(display_name)
    const parent = (await parentFor(deps, above))?.id ?? null
    const twin = await d1.prepare(TWIN).bind(parent, user_id, name).first<{ id: number; slug: string }>()
    if (twin && (slug ?? twin.slug).toLowerCase() === twin.slug.toLowerCase())
      return channelAnswer(deps, twin.id)
    if (twin) throw new AppError('conflict', 'You have a channel of this name here already')
    if (slug) await assertSlug(d1, slug, { user_id, id: null })
    await assertRoom(d1, parent, { id: null, user_id })
    const fields: Fields = {
      slug: slug ?? (await newSlug(d1, name, user_id)),
      display_name: name,
      short_display_name: given.short_display_name ?? '',
      description: given.description ?? '',
      is_visible: given.is_visible ?? true,
    }
    const [made] = await d1
      .batch<{ id: number }>([
        d1.prepare(CREATE).bind(parent, user_id, ...valuesOf(fields)),
        d1.prepare(ARRANGE).bind(parent, user_id, fields.slug, null, position ?? LAST),
      ])
      .catch((error) => (isUnique(error) ? changedMeanwhile() : Promise.reject(error)))
    const [row] = made?.results ?? []
    return row ? channelAnswer(deps, row.id) : changedMeanwhile()
  },

  async moveChannel(deps, { id, position, target_channel, was }) {
    const channel = await ownChannel(deps, id)
    assertAsSeen(channel, was)
    const target = target_channel === ROOTS_PARENT ? undefined : await channelFor(deps, target_channel)
    const place = placeOfMove(position, target)
    if (place.parent === target?.id) assertCan(deps.actor, 'edit', target)
    else if (place.parent !== null) await ownChannel(deps, String(place.parent))
    return write(deps, channel, channel, { place, was })
  },

  async updateChannel(deps, { id, parent: above, position, was, ...given }) {
    const channel = await ownChannel(deps, id)
    assertAsSeen(channel, was)
    const parent = above === undefined ? channel.parent : ((await parentFor(deps, above))?.id ?? null)
    const isMoved = parent !== channel.parent || position !== undefined
    if (isMoved && above === undefined && parent !== null) await ownChannel(deps, String(parent))
    const slug = given.slug ?? channel.slug
    if (slug !== channel.slug) await assertSlug(deps.d1, slug, channel)
    const display_name = given.display_name === undefined ? channel.display_name : nameOf(given.display_name)
    const place = isMoved ? { parent, anchor: null, offset: position ?? LAST } : undefined
    const { short_display_name, description, is_visible } = { ...channel, ...defined(given) }
    const fields = { slug, display_name, short_display_name, description, is_visible }
    return write(deps, channel, fields, { place, was })
  },

  /** What its owner has below it goes with it. */
  async deleteChannel(deps, { id }) {
    const { d1 } = deps
    const channel = await ownChannel(deps, id, 'delete')
    await d1.batch([
      d1.prepare(KEEP_OTHERS).bind(channel.id),
      d1.prepare(DELETE).bind(channel.id),
      d1.prepare(ARRANGE).bind(channel.parent, channel.user_id, null, null, 0),
      ...actOnOthers(deps, channel, 'channel.delete'),
    ])
    return {}
  },
} satisfies SiteHandlers

/** The fields that a call has. */
const defined = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { filmOf } from '../../shared/calls/film-address.ts'
import { GIF_FIELDS } from '../../shared/calls/site/own-gifs.ts'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { readLanguageTags } from '../../shared/language-tags.ts'
import { SeenItem } from '../../shared/schema/own/items.ts'
import type { Actor } from '../../shared/server/origin.ts'
import { assertAllowedWords } from '../settings.ts'
import { auditIfChanged, isOwner, personOf, type Writer } from '../site/actor.ts'
import { editLanguageTags } from '../site/gif-pages/language-tags.ts'
import { type OwnedItem, ownItemFor, permitItem } from '../site/items.ts'
import { assertMayShow, hideStatement } from '../site/removal/hiding.ts'
import { afterDecision } from '../site/removal/removals.ts'
import type { SiteHandlers, SiteRequest } from '../site/site-handlers.ts'
import { keepHidden } from './bytes-door.ts'
import { type Change, type Edit, editStatements, sideOf } from './edit-item.ts'
import { assertStaff, ownerNamed } from './import-fields.ts'
import { OWN_ITEM, ownItem } from './own-gifs.ts'

/** T34: what an item's owner may change. Every other key is refused. */
const KEYS = [
  'title',
  'alt_text',
  'tags',
  'rating',
  'source',
  'source_post_url',
  'type',
  'is_hidden',
  'is_indexable',
] as const

function changeOf(name: string, value: string): Change & { is_hidden?: boolean } {
  const key = KEYS.find((each) => each === name)
  if (!key) throw fieldError('key', `key must be one of ${KEYS.join(', ')}`)
  const column = key === 'source_post_url' ? 'source' : key
  const result = v.safeParse(GIF_FIELDS[column], value)
  if (!result.success) throw fieldError('value', `${name}: ${result.issues[0].message}`)
  return { [column]: result.output }
}

/** The provider's envelope, with nothing in it. */
const done = () => ({ data: {}, meta: { status: 200, msg: 'OK', response_id: crypto.randomUUID() } })

const hidingAction = (hidden: boolean) => (hidden ? 'gif.hide' : 'gif.show')

/** Does the statements of a change, and reads the item in their batch. @returns it, and how many rows the one at `at` has changed */
async function write(deps: SiteRequest, id: string, statements: D1PreparedStatement[], at: number) {
  const { d1, gifsChanged, publicUrl } = deps
  const results = await d1.batch([...statements, d1.prepare(OWN_ITEM).bind(id)])
  const row = results.at(-1)?.results[0]
  if (!row) throw new AppError('not-found', 'There is no such record')
  await gifsChanged([id], publicUrl)
  return { item: ownItem(row, publicUrl), changes: results[at]?.meta.changes ?? 0 }
}

/** @param does the right that it takes: moderators may `hide`. @throws AppError 'forbidden' to the owner of what a moderator has hidden */
async function setHidden(deps: SiteRequest, id: string, hidden: boolean, does: 'edit' | 'hide') {
  const act = { does, action: hidingAction(hidden), ofOwner: true, ifChanged: true }
  const { item, audit } = await permitItem(deps, id, act)
  const by = sideOf(deps.actor, item)
  if (!hidden && item.isHidden) assertMayShow(by, item.hidden_by)
  const hide = hideStatement(deps.d1, { ids: 'SELECT ?1', value: id }, { hidden, by })
  const written = await write(deps, id, [hide, ...audit], 0)
  if (hidden) afterDecision(deps.enqueue, [id])
  return written
}

/** The note of an owner who hides their item, or shows it, with other changes. What others do is noted by the right to do so. */
function ownHiding({ d1, actor, nowMs }: Writer, id: string, item: OwnedItem, hidden: boolean | undefined) {
  if (hidden === undefined || hidden === item.isHidden || !isOwner(actor, item)) return []
  const act = { action: hidingAction(hidden), target: `gif/${id}`, nowMs }
  return [auditIfChanged(d1, personOf(actor), act)]
}

type Fields = Omit<Edit, 'id' | 'item'> & {
  /** What is written with it in other tables. */
  more?: readonly D1PreparedStatement[]
}

async function setFields(deps: SiteRequest, id: string, { more = [], ...edit }: Fields, action: string) {
  const { change, hidden } = edit
  const { title, alt_text, tags } = change
  await assertAllowedWords(deps, { title, alt_text, tags } as Record<string, string | readonly string[]>)
  const names = Object.entries({ ...change, is_hidden: hidden }).filter(([, value]) => value !== undefined)
  const reason = names.map(([name]) => name).join(', ')
  const isOfRow = names.length > 0
  const { item, audit } = await permitItem(deps, id, { action, reason, ifChanged: isOfRow })
  const edits = isOfRow ? editStatements(deps, { id, item, ...edit }) : []
  const statements = [...edits, ...audit, ...ownHiding(deps, id, item, hidden), ...more]
  const written = await write(deps, id, statements, edits.length - 1)
  if (isOfRow && written.changes === 0)
    throw new AppError('conflict', 'Someone else has changed this item meanwhile')
  if (hidden) afterDecision(deps.enqueue, [id])
  return written
}

/** An edit of nothing. */
async function readOwn(deps: SiteRequest, id: string) {
  await ownItemFor(deps, id)
  return write(deps, id, [], 0)
}

async function setCta(deps: SiteRequest, id: string, change: Change) {
  await setFields(deps, id, { change }, 'gif.cta')
  return { body: done() }
}

const DELETE = [
  keepHidden('SELECT ?1'),
  'INSERT OR IGNORE INTO unused_files (r2_key) SELECT r2_key FROM renditions WHERE gif_id = ?1',
  'DELETE FROM favorites WHERE gif_id = ?1',
  'DELETE FROM gifs WHERE id = ?1',
]

// An upload is someone's, also where its item is no one's.
const GIVE = [
  'UPDATE gifs SET user_id = ?2 WHERE id = ?1',
  'UPDATE uploads SET user_id = ?2 WHERE gif_id = ?1 AND ?2 IS NOT NULL',
]

type More = {
  language_tags: string | undefined
  owner: string | undefined
  tags: string | undefined
}

/** @throws AppError 'forbidden' for one's own item that others have decided about: given away, it would be no more (T57) */
function assertMayGive(actor: Actor, item: OwnedItem): void {
  const isDecided = item.hidden_by === 'moderator' || item.set_rating !== null
  if (isDecided && isOwner(actor, item)) throw new AppError('forbidden', 'No one decides about their own GIF')
}

/** The statements of an edit beyond the item's row: its tags by language, and whose it is, which staff alone say. */
async function moreOf(deps: SiteRequest, id: string, { language_tags, owner, tags }: More) {
  if (!language_tags && owner === undefined) return []
  const { item } = await permitItem(deps, id, { action: 'gif.edit' })
  const statements: D1PreparedStatement[] = []
  if (owner !== undefined) {
    assertStaff(personOf(deps.actor), ['owner'])
    const person = await ownerNamed(deps.d1, owner)
    if (person !== item.user_id) assertMayGive(deps.actor, item)
    statements.push(...GIVE.map((sql) => deps.d1.prepare(sql).bind(id, person)))
  }
  if (language_tags) {
    await assertAllowedWords(deps, { language_tags })
    const own = tags === undefined ? undefined : v.parse(GIF_FIELDS.tags, tags)
    statements.push(
      ...(await editLanguageTags(deps, id, { item, tags: readLanguageTags(language_tags), own })),
    )
  }
  return statements
}

/** §7 An item is edited, and deleted, by its owner or staff. */
export const editHandlers = {
  async updateGif(deps, { gif_id, key: name, value }) {
    const { is_hidden, ...change } = changeOf(name, value)
    if (is_hidden === undefined) await setFields(deps, gif_id, { change }, `gif.${name}`)
    else await setHidden(deps, gif_id, is_hidden, 'hide')
    return { body: { gif_id, key: name, value } }
  },

  /** Several keys at once: all of them are changed, or none. */
  async editGif(deps, { id, is_hidden: hidden, was: seen, source_post_url, tags, ...given }) {
    const { language_tags, owner, ...fields } = given
    const others = Object.entries({ is_hidden: hidden, language_tags, owner })
    const [name] = others.find(([, value]) => value !== undefined) ?? []
    if (seen !== undefined && name)
      throw new InputError(`was goes without ${name}`, { was: `must be without ${name}` })
    const more = await moreOf(deps, id, { language_tags, owner, tags })
    const change = {
      ...fields,
      source: source_post_url,
      tags: tags === undefined ? undefined : v.parse(GIF_FIELDS.tags, tags),
    }
    const was = seen === undefined ? undefined : v.parse(SeenItem, JSON.parse(seen))
    const isEdit = more.length > 0 || Object.values(change).some((value) => value !== undefined)
    const { item } = isEdit
      ? await setFields(deps, id, { change, hidden, was, more }, 'gif.edit')
      : await (hidden === undefined ? readOwn(deps, id) : setHidden(deps, id, hidden, 'edit'))
    return { body: item }
  },

  async putCta(deps, { id, link, text }) {
    return setCta(deps, id, { cta_link: link, cta_text: text })
  },

  async removeCta(deps, { id }) {
    return setCta(deps, id, { cta_link: '', cta_text: '' })
  },

  async putFilm(deps, { id, url, start }) {
    const { item } = await setFields(deps, id, { change: { film: filmOf(url, start) ?? null } }, 'gif.film')
    return { body: item }
  },

  async removeFilm(deps, { id }) {
    await setFields(deps, id, { change: { film: null } }, 'gif.film')
    return {}
  },

  async deleteGif(deps, { id }) {
    const { d1, enqueue, gifsChanged, publicUrl } = deps
    const { audit } = await permitItem(deps, id, { does: 'delete', action: 'gif.delete', ofOwner: true })
    await d1.batch([...DELETE.map((sql) => d1.prepare(sql).bind(id)), ...audit])
    enqueue({ kind: 'files' })
    await gifsChanged([id], publicUrl)
    return {}
  },
} satisfies SiteHandlers

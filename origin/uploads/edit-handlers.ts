import * as v from 'valibot'
import { GIF_FIELDS } from '../../shared/calls/site/own-gifs.ts'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { SeenItem } from '../../shared/schema/own/items.ts'
import { auditIfChanged, auditOthers, auditRow, personOf } from '../site/actor.ts'
import { ownItemFor } from '../site/items.ts'
import { assertMayShow, hideStatements, setGifHidden } from '../site/removal/removals.ts'
import type { SiteHandlers, SiteRequest } from '../site/site-handlers.ts'
import { equal } from '../sql.ts'
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
const COLUMNS = [...KEYS.filter((name) => name !== 'source_post_url'), 'cta_link', 'cta_text'] as const

/** The columns that a statement changes. */
type Change = Parameters<typeof equal<(typeof COLUMNS)[number]>>[1]

function changeOf(name: string, value: string): Change {
  const key = KEYS.find((each) => each === name)
  if (!key) throw fieldError('key', `key must be one of ${KEYS.join(', ')}`)
  const column = key === 'source_post_url' ? 'source' : key
  const result = v.safeParse(GIF_FIELDS[column], value)
  if (!result.success) throw fieldError('value', `${name}: ${result.issues[0].message}`)
  return { [column]: result.output }
}

/** The provider's envelope, with nothing in it. */
const done = () => ({ data: {}, meta: { status: 200, msg: 'OK', response_id: crypto.randomUUID() } })

type Request = Pick<SiteRequest, 'd1' | 'actor' | 'nowMs'>
type Edit = { id: string; owner: string | null; change: Change; action: string; was?: SeenItem | undefined }

/** The statements that change an item's row where it is as the user saw it. The first is the change. */
function editStatements(request: Request, { id, owner, change, action, was }: Edit) {
  const set = equal(COLUMNS, change)
  if (set.terms.length === 0) return []
  const { source_post_url: source, ...fields } = was ?? {}
  const seen = equal(COLUMNS, { ...fields, source })
  const still = seen.terms.map((term) => (term === 'tags = ?' ? 'json(tags) = json(?)' : term))
  return [
    request.d1
      .prepare(`UPDATE gifs SET ${set.terms.join(', ')} WHERE ${['id = ?', ...still].join(' AND ')}`)
      .bind(...set.values, id, ...seen.values),
    ...auditOthers(request, owner, { action, target: `gif/${id}` }, auditIfChanged),
  ]
}

async function setCta(deps: SiteRequest, id: string, change: Change) {
  const { d1, gifsChanged, publicUrl } = deps
  const item = await ownItemFor(deps, id)
  await d1.batch(editStatements(deps, { id, owner: item.user_id, change, action: 'gif.cta' }))
  await gifsChanged([id], publicUrl)
  return { body: done() }
}

const DELETE = [
  'INSERT OR IGNORE INTO unused_files (r2_key) SELECT r2_key FROM renditions WHERE gif_id = ?1',
  'DELETE FROM favorites WHERE gif_id = ?1',
  'DELETE FROM gifs WHERE id = ?1',
]

/** §7 An item is edited, and deleted, by its owner or staff. */
export const editHandlers = {
  async updateGif(deps, { gif_id, key: name, value }) {
    const { d1, actor, gifsChanged, publicUrl } = deps
    const change = changeOf(name, value)
    const { is_hidden } = change
    const item = await ownItemFor(deps, gif_id, is_hidden === undefined ? 'edit' : 'hide')
    if (is_hidden === undefined) {
      const edit = { id: gif_id, owner: item.user_id, change, action: `gif.${name}` }
      await d1.batch(editStatements(deps, edit))
      await gifsChanged([gif_id], publicUrl)
    } else {
      const gif = { id: gif_id, user_id: item.user_id, is_hidden: item.isHidden, is_removed: false }
      await setGifHidden(deps, actor, gif, is_hidden === true)
    }
    return { body: { gif_id, key: name, value } }
  },

  /** Several keys at once: all of them are changed, or none. */
  async editGif(deps, { id, is_hidden, was: seen, source_post_url, tags, ...fields }) {
    const { d1, actor, gifsChanged, publicUrl, nowMs } = deps
    const item = await ownItemFor(deps, id)
    if (seen !== undefined && is_hidden !== undefined)
      throw new InputError('was goes without is_hidden', { was: 'must be without is_hidden' })
    const was = seen === undefined ? undefined : v.parse(SeenItem, JSON.parse(seen))
    if (is_hidden === false && item.isHidden) await assertMayShow(d1, actor, id)
    const change = {
      ...fields,
      source: source_post_url,
      tags: tags === undefined ? undefined : v.parse(GIF_FIELDS.tags, tags),
    }
    const edits = editStatements(deps, { id, owner: item.user_id, change, action: 'gif.edit', was })
    const rows = { ids: 'SELECT ?1', value: id }
    const hiding = { actor: personOf(actor).id, reason: '', at: new Date(nowMs).toISOString() }
    const results = await d1.batch([
      ...edits,
      ...(is_hidden === undefined ? [] : hideStatements(d1, rows, { hidden: is_hidden, ...hiding })),
      d1.prepare(OWN_ITEM).bind(id),
    ])
    const row = results.at(-1)?.results[0]
    if (!row) throw new AppError('not-found', 'There is no such record')
    if (edits.length > 0 && results[0]?.meta.changes === 0)
      throw new AppError('conflict', 'Someone else has changed this item meanwhile')
    await gifsChanged([id], publicUrl)
    return { body: ownItem(row, publicUrl) }
  },

  async putCta(deps, { id, link, text }) {
    return setCta(deps, id, { cta_link: link, cta_text: text })
  },

  async removeCta(deps, { id }) {
    return setCta(deps, id, { cta_link: '', cta_text: '' })
  },

  async deleteGif({ d1, actor, enqueue, gifsChanged, publicUrl, nowMs }, { id }) {
    await ownItemFor({ d1, actor }, id, 'delete')
    await d1.batch([
      ...DELETE.map((sql) => d1.prepare(sql).bind(id)),
      auditRow(d1, personOf(actor), { action: 'gif.delete', target: `gif/${id}`, nowMs }),
    ])
    enqueue({ kind: 'files' })
    await gifsChanged([id], publicUrl)
    return {}
  },
} satisfies SiteHandlers

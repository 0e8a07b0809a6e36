import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { GIF_FIELDS } from '../../shared/calls/site/own-gifs.ts'
import { AppError, InputError } from '../../shared/errors.ts'
import { SeenItem } from '../../shared/schema/own/items.ts'
import { prepared } from '../schema/database.ts'
import { type GifRecord, gifs, renditions, unusedFiles } from '../schema/library.ts'
import { favorites } from '../schema/people.ts'
import { auditIfChanged, auditRow } from '../site/audit.ts'
import type { CheckedRequest } from '../site/call-origin.ts'
import { type Action, assertCan, personOf } from '../site/can.ts'
import { assertMayShow, hideStatements, setHidden } from '../site/removal/set-hidden.ts'
import type { SiteDeps, SiteHandlers } from '../site/site-handlers.ts'
import { OWN_ITEM, ownItem } from './own-gifs.ts'
import { findUpload } from './upload-row.ts'

type Change = Partial<Omit<GifRecord, 'num' | 'id'>>
type Key = { action: Action; change: v.GenericSchema<unknown, Change> }

const key = <S extends v.GenericSchema>(
  schema: S,
  change: (value: v.InferOutput<S>) => Change,
  action: Action = 'edit',
): Key => ({ action, change: v.pipe(schema, v.transform(change)) })

const source = key(GIF_FIELDS.source, (text) => ({ source: text }))

/** T34: what an item's owner may change, and how. Every other key is refused. */
const KEYS: ReadonlyMap<string, Key> = new Map([
  ['title', key(GIF_FIELDS.title, (title) => ({ title }))],
  ['alt_text', key(GIF_FIELDS.alt_text, (alt_text) => ({ alt_text }))],
  ['tags', key(GIF_FIELDS.tags, (tags) => ({ tags }))],
  ['rating', key(GIF_FIELDS.rating, (rating) => ({ rating }))],
  ['source', source],
  ['source_post_url', source],
  ['type', key(GIF_FIELDS.type, (type) => ({ type }))],
  ['is_hidden', key(GIF_FIELDS.is_hidden, (is_hidden) => ({ is_hidden }), 'hide')],
  ['is_indexable', key(GIF_FIELDS.is_indexable, (is_indexable) => ({ is_indexable }))],
])

function changeOf(name: string, value: string): { action: Action; set: Change } {
  const known = KEYS.get(name)
  const refuse = (message: string, field: string) => new InputError(message, { [field]: message })
  if (!known) throw refuse(`key must be one of ${[...KEYS.keys()].join(', ')}`, 'key')
  const result = v.safeParse(known.change, value)
  if (!result.success) throw refuse(`${name}: ${result.issues[0].message}`, 'value')
  return { action: known.action, set: result.output }
}

/** The provider's envelope, with nothing in it. */
const done = () => ({ data: {}, meta: { status: 200, msg: 'OK', response_id: crypto.randomUUID() } })

type Cause = Pick<SiteDeps & CheckedRequest, 'db' | 'actor' | 'nowMs'>
type Edit = { id: string; owner: string | null; set: Change; action: string }

/** Changes an item's row. Who changes someone else’s item is in the audit log. */
async function update({ db, actor, nowMs }: Cause, { id, owner, set, action }: Edit): Promise<void> {
  const change = db.update(gifs).set(set).where(eq(gifs.id, id))
  if (actor.role === 'visitor' || actor.id === owner) await change
  else await db.batch([change, auditRow(db, actor, { action, target: `gif/${id}`, nowMs })])
}

async function setCta(deps: SiteDeps & CheckedRequest, id: string, set: Change) {
  const item = await findUpload(deps.d1, id)
  assertCan(deps.actor, 'edit', item)
  await update(deps, { id, owner: item.user_id, set, action: 'gif.cta' })
  await deps.gifsChanged([id], deps.publicUrl)
  return { body: done() }
}

const still = (column: SQLiteColumn, value: unknown) => (value === undefined ? undefined : eq(column, value))

/** Whether an item is still as the user saw it. */
const isStill = ({ title, alt_text, tags, rating, source_post_url, is_indexable }: SeenItem) =>
  and(
    still(gifs.title, title),
    still(gifs.alt_text, alt_text),
    tags && sql`json(${gifs.tags}) = json(${JSON.stringify(tags)})`,
    still(gifs.rating, rating),
    still(gifs.source, source_post_url),
    still(gifs.is_indexable, is_indexable),
  )

/** §7 An item is edited, and deleted, by its owner or staff. */
export const editHandlers = {
  async updateGif({ db, d1, actor, gifsChanged, publicUrl, nowMs }, { gif_id, key: name, value }) {
    const { action, set } = changeOf(name, value)
    const item = await findUpload(d1, gif_id)
    assertCan(actor, action, item)
    if (set.is_hidden !== undefined) {
      const gif = { id: gif_id, user_id: item.user_id, is_hidden: item.isHidden, is_removed: false }
      await setHidden({ d1, gifsChanged, publicUrl, nowMs }, actor, gif, set.is_hidden)
      return { body: { gif_id, key: name, value } }
    }
    await update({ db, actor, nowMs }, { id: gif_id, owner: item.user_id, set, action: `gif.${name}` })
    await gifsChanged([gif_id], publicUrl)
    return { body: { gif_id, key: name, value } }
  },

  /** Several keys at once: all of them are changed, or none. */
  async editGif({ db, d1, actor, gifsChanged, publicUrl, nowMs }, { id, is_hidden, was, ...fields }) {
    const item = await findUpload(d1, id)
    assertCan(actor, 'edit', item)
    const person = personOf(actor)
    if (was !== undefined && is_hidden !== undefined)
      throw new InputError('was goes without is_hidden', { was: 'must be without is_hidden' })
    const seen = was === undefined ? undefined : isStill(v.parse(SeenItem, JSON.parse(was)))
    if (is_hidden === false && item.isHidden) await assertMayShow(d1, actor, id)
    const { source_post_url: source, tags, ...plain } = fields
    const set = {
      ...plain,
      ...(source !== undefined && { source }),
      ...(tags !== undefined && { tags: v.parse(GIF_FIELDS.tags, tags) }),
    }
    const isChange = Object.keys(set).length > 0
    const at = new Date(nowMs).toISOString()
    const results = await d1.batch([
      ...(isChange
        ? [
            prepared(
              d1,
              db
                .update(gifs)
                .set(set)
                .where(and(eq(gifs.id, id), seen)),
            ),
          ]
        : []),
      ...(isChange && person.id !== item.user_id
        ? [auditIfChanged(d1, person, { action: 'gif.edit', target: `gif/${id}`, nowMs })]
        : []),
      ...(is_hidden === undefined
        ? []
        : hideStatements(
            d1,
            { ids: 'SELECT ?1', value: id },
            { hidden: is_hidden, actor: person.id, reason: '', at },
          )),
      d1.prepare(OWN_ITEM).bind(id),
    ])
    const row = results.at(-1)?.results[0]
    if (!row) throw new AppError('not-found', 'There is no such record')
    if (isChange && results[0]?.meta.changes === 0)
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

  async deleteGif({ db, d1, actor, enqueue, gifsChanged, publicUrl, nowMs }, { id }) {
    const item = await findUpload(d1, id)
    assertCan(actor, 'delete', item)
    if (actor.role === 'visitor') return {}
    const files = db
      .select({ r2_key: renditions.r2_key, keep_until: sql<string>`''`.as('keep_until') })
      .from(renditions)
      .where(eq(renditions.gif_id, id))
      .groupBy(renditions.r2_key)
    await db.batch([
      db.insert(unusedFiles).select(files).onConflictDoNothing(),
      db.delete(favorites).where(eq(favorites.gif_id, id)),
      db.delete(gifs).where(eq(gifs.id, id)),
      auditRow(db, actor, { action: 'gif.delete', target: `gif/${id}`, nowMs }),
    ])
    enqueue({ kind: 'files' })
    await gifsChanged([id], publicUrl)
    return {}
  },
} satisfies SiteHandlers

import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import { uploads } from '../schema/library.ts'
import { assertCan } from '../site/can.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'
import { findKnown } from './known-file.ts'
import { findUpload, uploadJson } from './upload-row.ts'

// The file that was uploaded is no rendition, though some may be named after it until they are made.
const RENDITIONS = `
  SELECT name || '.' || format AS file FROM renditions
   WHERE gif_id = ?1 AND r2_key IS NOT (SELECT file FROM uploads WHERE gif_id = ?1) ORDER BY file`

/** How far an upload's renditions are: read, begun again, given up. The item itself plays all the time. */
export const uploadHandlers = {
  async knownFiles({ d1, actor }, { sha256 }) {
    const id = await findKnown(d1, sha256, actor)
    if (!id) return { body: { results: [] } }
    const { results } = await d1.prepare(RENDITIONS).bind(id).all<{ file: string }>()
    const item = await findUpload(d1, id)
    const is_own = actor.role !== 'visitor' && item?.user_id === actor.id
    return { body: { results: [{ id, is_own, renditions: results.map(({ file }) => file) }] } }
  },

  async upload({ d1, actor }, { id }) {
    const item = await findUpload(d1, id)
    assertCan(actor, 'edit', item)
    return { body: uploadJson(item, id) }
  },

  async retryUpload({ db, d1, actor, enqueue, nowMs }, { id }) {
    assertCan(actor, 'edit', await findUpload(d1, id))
    const set = { state: 'queued', reason: '', tries: 0, updated_at: new Date(nowMs).toISOString() } as const
    // One that is done is made again only where it made nothing: a service may be bound by now.
    const isEnded = sql`(${uploads.state} IN ('failed', 'cancelled') OR (${uploads.state} = 'done' AND ${uploads.made} = 0))`
    const changed = await db
      .update(uploads)
      .set(set)
      .where(and(eq(uploads.gif_id, id), isEnded))
      .returning({ id: uploads.gif_id })
    if (changed.length === 0) throw new AppError('conflict', 'There is nothing to try again')
    enqueue({ kind: 'renditions', gif: id })
    return { body: uploadJson(await findUpload(d1, id), id) }
  },

  async cancelUpload({ db, d1, actor, nowMs }, { id }) {
    assertCan(actor, 'edit', await findUpload(d1, id))
    const set = {
      state: 'cancelled',
      reason: 'Cancelled',
      updated_at: new Date(nowMs).toISOString(),
    } as const
    const isOpen = inArray(uploads.state, ['queued', 'working'])
    const changed = await db
      .update(uploads)
      .set(set)
      .where(and(eq(uploads.gif_id, id), isOpen))
      .returning({ id: uploads.gif_id })
    if (changed.length === 0) throw new AppError('conflict', 'There is nothing to cancel')
    return { body: uploadJson(await findUpload(d1, id), id) }
  },
} satisfies SiteHandlers

import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import { uploads } from '../schema/library.ts'
import { assertCan } from '../site/can.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'
import { findUpload, uploadJson } from './upload-row.ts'

/** How far an upload's renditions are: read, begun again, given up. The item itself plays all the time. */
export const uploadHandlers: SiteHandlers = {
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
}

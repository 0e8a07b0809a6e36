import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import { findKnown, findUpload, ownItemFor, uploadJson } from '../site/items.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'

// The file that was uploaded is no rendition, though some may be named after it until they are made.
const RENDITIONS = `
  SELECT name || '.' || format AS file FROM renditions
   WHERE gif_id = ?1 AND r2_key IS NOT (SELECT file FROM uploads WHERE gif_id = ?1) ORDER BY file`

// One that is done is made again only where it made nothing: a service may be bound by now.
const RETRY = `
  UPDATE uploads SET state = 'queued', reason = '', tries = 0, updated_at = ?2
   WHERE gif_id = ?1 AND (state IN ('failed', 'cancelled') OR (state = 'done' AND made = 0))`
const CANCEL = `
  UPDATE uploads SET state = 'cancelled', reason = 'Cancelled', updated_at = ?2
   WHERE gif_id = ?1 AND state IN ('queued', 'working')`

const isChanged = async (d1: D1Database, sql: string, id: string, nowMs: number): Promise<boolean> =>
  (await d1.prepare(sql).bind(id, new Date(nowMs).toISOString()).run()).meta.changes > 0

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

  async upload(deps, { id }) {
    const item = await ownItemFor(deps, id)
    return { body: uploadJson(item, id) }
  },

  async retryUpload({ d1, actor, enqueue, nowMs }, { id }) {
    await ownItemFor({ d1, actor }, id)
    if (!(await isChanged(d1, RETRY, id, nowMs)))
      throw new AppError('conflict', 'There is nothing to try again')
    enqueue({ kind: 'renditions', gif: id })
    return { body: uploadJson(await findUpload(d1, id), id) }
  },

  async cancelUpload({ d1, actor, nowMs }, { id }) {
    await ownItemFor({ d1, actor }, id)
    if (!(await isChanged(d1, CANCEL, id, nowMs)))
      throw new AppError('conflict', 'There is nothing to cancel')
    return { body: uploadJson(await findUpload(d1, id), id) }
  },
} satisfies SiteHandlers

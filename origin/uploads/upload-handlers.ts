import { AppError } from '../../shared/errors.ts'
import { findKnown, findUpload, ownItemFor, permitItem, uploadJson } from '../site/items.ts'
import type { SiteHandlers, SiteRequest } from '../site/site-handlers.ts'
import { passDoor } from './bytes-door.ts'

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

/** Changes how far an upload is. @returns it as it is then; undefined where there was nothing to change */
async function change(deps: SiteRequest, id: string, sql: string, action: string) {
  const { d1, nowMs } = deps
  const { audit } = await permitItem(deps, id, { action, ifChanged: true })
  const [changed] = await d1.batch([d1.prepare(sql).bind(id, new Date(nowMs).toISOString()), ...audit])
  return changed?.meta.changes ? uploadJson(await findUpload(d1, id), id) : undefined
}

/** How far an upload's renditions are: read, begun again, given up. The item itself plays all the time. */
export const uploadHandlers = {
  async knownFiles({ d1, actor }, { sha256 }) {
    await passDoor(d1, 'upload', [sha256])
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

  async retryUpload(deps, { id }) {
    const body = await change(deps, id, RETRY, 'gif.retry')
    if (!body) throw new AppError('conflict', 'There is nothing to try again')
    deps.enqueue({ kind: 'renditions', gif: id })
    return { body }
  },

  async cancelUpload(deps, { id }) {
    const body = await change(deps, id, CANCEL, 'gif.cancel')
    if (!body) throw new AppError('conflict', 'There is nothing to cancel')
    return { body }
  },
} satisfies SiteHandlers

import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { TagsByLanguage } from '../../shared/language-tags.ts'
import { can, isOwner } from '../site/actor.ts'
import { findKnown, findUpload, ownItemFor, permitItem, uploadJson } from '../site/items.ts'
import type { SiteHandlers, SiteRequest } from '../site/site-handlers.ts'
import { foundRows, json } from '../sql.ts'
import { passDoor } from './bytes-door.ts'
import { OWN_ITEM, ownItem } from './own-gifs.ts'

// The file that was uploaded is no rendition, though some may be named after it until they are made.
const RENDITIONS = `
  SELECT name || '.' || format AS file FROM renditions
   WHERE gif_id = ?1 AND r2_key IS NOT (SELECT file FROM uploads WHERE gif_id = ?1) ORDER BY file`

const TAGS = `
  SELECT coalesce((SELECT username FROM users WHERE id = g.user_id), '') AS username,
         (SELECT json_group_object(lang, json(tags))
            FROM (SELECT lang, json_group_array(json_array(tag, translates)) AS tags
                    FROM (SELECT lang, tag, translates FROM language_tags WHERE gif_id = g.id ORDER BY lang, position)
                   GROUP BY lang)) AS language_tags
    FROM gifs AS g WHERE g.id = ?1`

const FileRow = v.object({ file: v.string() })
const TagsRow = v.object({ username: v.string(), language_tags: json(TagsByLanguage) })

/** What is said of an item, for who may edit it. */
function wordsOf(row: unknown, publicUrl: string) {
  const { title, alt_text, type, tags, rating, source_post_url, external_media } = ownItem(row, publicUrl)
  return { title, alt_text, type, tags, rating, source_post_url, external_media }
}

// One that is done is made again only where it made nothing: a service may be bound by now.
const RETRY = `
  UPDATE uploads SET state = 'queued', reason = '', tries = 0, by_service = 0, updated_at = ?2
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
  async knownFiles({ d1, actor, publicUrl }, { sha256 }) {
    await passDoor(d1, 'upload', [sha256])
    const id = await findKnown(d1, sha256, actor)
    if (!id) return { body: { results: [] } }
    const item = await findUpload(d1, id)
    if (!item) return { body: { results: [] } }
    const read = [RENDITIONS, OWN_ITEM, TAGS].map((sql) => d1.prepare(sql).bind(id))
    const [files, row, rest] = await d1.batch(read)
    const [more = { username: '', language_tags: {} }] = foundRows(TagsRow, rest)
    const known = {
      id,
      is_own: isOwner(actor, item),
      renditions: foundRows(FileRow, files).map(({ file }) => file),
      words: can(actor, 'edit', item) ? { ...wordsOf(row?.results[0], publicUrl), ...more } : null,
    }
    return { body: { results: [known] } }
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

import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { REDIRECT_SOURCES, readRedirectId, redirectId } from '../../shared/schema/own/old-id.ts'
import { pageOf } from '../queries/page.ts'
import { addRedirects } from '../queries/redirects.ts'
import { auditIfChanged } from './audit.ts'
import { personOf } from './can.ts'
import type { SiteHandlers } from './site-handlers.ts'

const WHERE = 'WHERE (?1 IS NULL OR gif_id = ?1) AND (?2 IS NULL OR source = ?2)'

const list = (order: 'asc' | 'desc') => `
  SELECT source, old_id, gif_id, created_at FROM redirects ${WHERE} ORDER BY num ${order} LIMIT ?3 OFFSET ?4`

const Rows = v.array(
  v.object({
    source: v.picklist(REDIRECT_SOURCES),
    old_id: v.string(),
    gif_id: v.string(),
    created_at: v.string(),
  }),
)

type Listing = { gif?: string | undefined; source?: string | undefined; order: 'asc' | 'desc' }

async function listRedirects(d1: D1Database, { gif, source, order }: Listing, page: object) {
  const { limit, offset } = pageOf(page)
  const which = [gif ?? null, source ?? null]
  const [rows, total] = await d1.batch<Record<string, unknown>>([
    d1.prepare(list(order)).bind(...which, limit, offset),
    d1.prepare(`SELECT count(*) AS count FROM redirects ${WHERE}`).bind(...which),
  ])
  const results = v
    .parse(Rows, rows?.results)
    .map(({ gif_id, ...row }) => ({ id: redirectId(row), ...row, gif: gif_id }))
  return { results, count: Number(total?.results[0]?.count ?? 0) }
}

const DELETE = 'DELETE FROM redirects WHERE source = ?1 AND old_id = ?2 RETURNING gif_id'

/** Where old ids lead, for staff (`docs/moving.md`). */
export const redirectHandlers = {
  async redirects({ d1 }, { gif, source, order, ...page }) {
    return { body: await listRedirects(d1, { gif, source, order }, page) }
  },

  async addRedirects({ d1, actor, nowMs }, { redirects }) {
    const [first] = redirects
    const act = {
      action: 'redirect.create',
      target: 'redirects',
      reason: `${redirects.length} given, from ${first ? redirectId(first) : ''}`,
      nowMs,
    }
    const note = () => auditIfChanged(d1, personOf(actor), act)
    const results = await addRedirects(d1, redirects, { nowMs, note })
    return { body: { results, count: results.length } }
  },

  async deleteRedirect({ d1, actor, nowMs, publicUrl, gifsChanged }, { redirect: id }) {
    const { source, old_id } = readRedirectId(id) ?? {}
    const act = { action: 'redirect.delete', target: `redirect/${id}`, nowMs }
    const [gone] = await d1.batch([
      d1.prepare(DELETE).bind(source ?? '', old_id ?? ''),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (!gone?.results.length) throw new AppError('not-found', 'There is no such redirect')
    await gifsChanged([id, old_id ?? ''], publicUrl)
    return {}
  },
} satisfies SiteHandlers

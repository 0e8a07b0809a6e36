import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { redirectId } from '../../shared/gif/address.ts'
import { REDIRECT_SOURCES, readRedirectId } from '../../shared/schema/own/redirects.ts'
import { addRedirects } from '../queries/redirects.ts'
import { findPart } from '../sql.ts'
import { auditIfChanged, personOf } from './actor.ts'
import type { SiteHandlers } from './site-handlers.ts'

// Null asks for nothing.
const LIST = {
  columns: 'source, old_id, gif_id, created_at',
  from: 'redirects WHERE (?1 IS NULL OR gif_id = ?1) AND (?2 IS NULL OR source = ?2)',
}

const RedirectRow = v.pipe(
  v.object({
    source: v.picklist(REDIRECT_SOURCES),
    old_id: v.string(),
    gif_id: v.string(),
    created_at: v.string(),
  }),
  v.transform(({ gif_id, ...row }) => ({ id: redirectId(row), ...row, gif: gif_id })),
)

const DELETE = 'DELETE FROM redirects WHERE source = ?1 AND old_id = ?2 RETURNING gif_id'

/** Where old ids lead, for staff (`docs/moving.md`). */
export const redirectHandlers = {
  async redirects({ d1 }, { gif, source, order, ...page }) {
    const list = { ...LIST, by: `num ${order}` }
    return { body: await findPart(RedirectRow, d1, list, page, gif ?? null, source ?? null) }
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

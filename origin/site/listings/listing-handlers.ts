import { fieldError } from '../../../shared/errors.ts'
import { featureStatements, listFeatured } from '../../listings/featured-rows.ts'
import {
  makeTerms,
  readStaffTerms,
  staffTermStatements,
  storeTerms,
  trendingTerms,
} from '../../searches/trending-terms.ts'
import { auditRow, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { categorySiteHandlers } from './category-handlers.ts'
import { assertItemsThere } from './items-there.ts'
import { synonymHandlers } from './synonym-handlers.ts'

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join()

/** What staff list: categories, searches, featured items, synonyms. */
export const listingHandlers = {
  ...categorySiteHandlers,
  ...synonymHandlers,

  async trendingTerms({ d1, nowMs }) {
    const [staff, terms] = await Promise.all([readStaffTerms(d1), trendingTerms(d1, nowMs)])
    return { body: { ...staff, terms } }
  },

  async putTrendingTerms({ d1, actor, nowMs }, given) {
    const before = await readStaffTerms(d1)
    const { pinned = before.pinned, blocked = before.blocked } = given
    const both = pinned.find((term) => blocked.includes(term))
    if (both !== undefined) throw fieldError('pinned', `pinned has a word that is blocked too: ${both}`)
    const staff = { pinned, blocked }
    // The list is made before anything is written, so that both are there or none.
    const terms = await makeTerms(d1, nowMs, staff)
    const isNew = !isSame(pinned, before.pinned) || !isSame(blocked, before.blocked)
    const act = { action: 'trending-terms.update', target: 'trending-terms', nowMs }
    await d1.batch([
      ...(isNew ? [...staffTermStatements(d1, staff), auditRow(d1, personOf(actor), act)] : []),
      storeTerms(d1, terms, nowMs),
    ])
    return { body: { ...staff, terms } }
  },

  async featured({ d1 }) {
    return { body: { gif_ids: await listFeatured(d1) } }
  },

  async putFeatured({ d1, actor, nowMs, publicUrl, gifsChanged }, { gif_ids }) {
    await assertItemsThere(d1, 'gif_ids', gif_ids)
    const before = await listFeatured(d1)
    if (!isSame(before, gif_ids)) {
      const act = { action: 'featured.update', target: 'featured', nowMs }
      await d1.batch([...featureStatements(d1, gif_ids), auditRow(d1, personOf(actor), act)])
      await gifsChanged([...new Set([...before, ...gif_ids])], publicUrl)
    }
    return { body: { gif_ids } }
  },
} satisfies SiteHandlers

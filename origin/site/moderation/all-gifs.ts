import * as v from 'valibot'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { libraryPage } from '../../queries/library.ts'
import { reachOf } from '../../queries/page.ts'
import { COLUMNS, ownItem } from '../../uploads/own-gifs.ts'
import { pageOf } from '../accounts/page-of.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const ITEMS = `
  SELECT ${COLUMNS}, coalesce(o.username, '') AS username, g.cta_link, g.cta_text
    FROM json_each(?1)  AS wanted
    JOIN gifs           AS g ON g.id = wanted.value
    LEFT JOIN uploads   AS u ON u.gif_id = g.id
    LEFT JOIN users     AS o ON o.id = g.user_id
   ORDER BY wanted.key`

const StaffColumns = v.object({ username: v.string(), cta_link: v.string(), cta_text: v.string() })

const libraryItem = (row: unknown, publicUrl: string): LibraryItem => ({
  ...ownItem(row, publicUrl),
  ...v.parse(StaffColumns, row),
})

/** All items of the library, for moderators. */
export const allGifHandlers = {
  async allGifs({ d1, publicUrl }, { q: words, limit, offset, order, ...filter }) {
    const page = pageOf({ limit, offset })
    const { total, ids } = await libraryPage(d1, { ...filter, words }, page, order)
    const { results } = await d1.prepare(ITEMS).bind(JSON.stringify(ids)).all()
    return {
      body: {
        results: results.map((row) => libraryItem(row, publicUrl)),
        count: total,
        is_exact: total < reachOf(page),
      },
    }
  },
} satisfies SiteHandlers

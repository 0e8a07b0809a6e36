import { searchCsv } from '../../searches/search-csv.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** §7 What the site reads beside its records. */
export const contentHandlers: SiteHandlers = {
  async searchCsv({ d1 }) {
    return { stream: searchCsv(d1) }
  },
}

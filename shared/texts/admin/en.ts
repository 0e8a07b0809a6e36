import { accountsEn } from './accounts/en.ts'
import { auditEn } from './audit/en.ts'
import { cacheEn } from './cache/en.ts'
import { channelsEn } from './channels/en.ts'
import { commonEn } from './common/en.ts'
import { deadLettersEn } from './dead-letters/en.ts'
import { keysEn } from './keys/en.ts'
import { libraryEn } from './library/en.ts'
import { moderationEn } from './moderation/en.ts'
import { outboxEn } from './outbox/en.ts'
import { overviewEn } from './overview/en.ts'
import { reportsEn } from './reports/en.ts'
import { scheduleEn } from './schedule/en.ts'
import { searchesEn } from './searches/en.ts'
import { storiesEn } from './stories/en.ts'
import { takedownsEn } from './takedowns/en.ts'

/** What the staff pages say: what all of them share, then one group a page. */
export const adminEn = {
  common: commonEn,
  overview: overviewEn,
  moderation: moderationEn,
  reports: reportsEn,
  library: libraryEn,
  searches: searchesEn,
  takedowns: takedownsEn,
  schedule: scheduleEn,
  stories: storiesEn,
  channels: channelsEn,
  accounts: accountsEn,
  cache: cacheEn,
  keys: keysEn,
  'dead-letters': deadLettersEn,
  outbox: outboxEn,
  audit: auditEn,
}

export type AdminTexts = typeof adminEn

import { accountsJa } from './accounts/ja.ts'
import { auditJa } from './audit/ja.ts'
import { cacheJa } from './cache/ja.ts'
import { channelsJa } from './channels/ja.ts'
import { commonJa } from './common/ja.ts'
import { deadLettersJa } from './dead-letters/ja.ts'
import type { AdminTexts } from './en.ts'
import { keysJa } from './keys/ja.ts'
import { libraryJa } from './library/ja.ts'
import { moderationJa } from './moderation/ja.ts'
import { outboxJa } from './outbox/ja.ts'
import { overviewJa } from './overview/ja.ts'
import { reportsJa } from './reports/ja.ts'
import { scheduleJa } from './schedule/ja.ts'
import { searchesJa } from './searches/ja.ts'
import { storiesJa } from './stories/ja.ts'
import { takedownsJa } from './takedowns/ja.ts'

export const adminJa: AdminTexts = {
  common: commonJa,
  overview: overviewJa,
  moderation: moderationJa,
  reports: reportsJa,
  library: libraryJa,
  searches: searchesJa,
  takedowns: takedownsJa,
  schedule: scheduleJa,
  stories: storiesJa,
  channels: channelsJa,
  accounts: accountsJa,
  cache: cacheJa,
  keys: keysJa,
  'dead-letters': deadLettersJa,
  outbox: outboxJa,
  audit: auditJa,
}

import { accountsEs } from './accounts/es.ts'
import { auditEs } from './audit/es.ts'
import { cacheEs } from './cache/es.ts'
import { channelsEs } from './channels/es.ts'
import { commonEs } from './common/es.ts'
import { deadLettersEs } from './dead-letters/es.ts'
import type { AdminTexts } from './en.ts'
import { keysEs } from './keys/es.ts'
import { libraryEs } from './library/es.ts'
import { moderationEs } from './moderation/es.ts'
import { outboxEs } from './outbox/es.ts'
import { overviewEs } from './overview/es.ts'
import { reportsEs } from './reports/es.ts'
import { scheduleEs } from './schedule/es.ts'
import { searchesEs } from './searches/es.ts'
import { storiesEs } from './stories/es.ts'
import { takedownsEs } from './takedowns/es.ts'

export const adminEs: AdminTexts = {
  common: commonEs,
  overview: overviewEs,
  moderation: moderationEs,
  reports: reportsEs,
  library: libraryEs,
  searches: searchesEs,
  takedowns: takedownsEs,
  schedule: scheduleEs,
  stories: storiesEs,
  channels: channelsEs,
  accounts: accountsEs,
  cache: cacheEs,
  keys: keysEs,
  'dead-letters': deadLettersEs,
  outbox: outboxEs,
  audit: auditEs,
}

import { accountsFr } from './accounts/fr.ts'
import { auditFr } from './audit/fr.ts'
import { cacheFr } from './cache/fr.ts'
import { channelsFr } from './channels/fr.ts'
import { commonFr } from './common/fr.ts'
import { deadLettersFr } from './dead-letters/fr.ts'
import type { AdminTexts } from './en.ts'
import { keysFr } from './keys/fr.ts'
import { libraryFr } from './library/fr.ts'
import { moderationFr } from './moderation/fr.ts'
import { outboxFr } from './outbox/fr.ts'
import { overviewFr } from './overview/fr.ts'
import { reportsFr } from './reports/fr.ts'
import { scheduleFr } from './schedule/fr.ts'
import { searchesFr } from './searches/fr.ts'
import { storiesFr } from './stories/fr.ts'
import { takedownsFr } from './takedowns/fr.ts'

export const adminFr: AdminTexts = {
  common: commonFr,
  overview: overviewFr,
  moderation: moderationFr,
  reports: reportsFr,
  library: libraryFr,
  searches: searchesFr,
  takedowns: takedownsFr,
  schedule: scheduleFr,
  stories: storiesFr,
  channels: channelsFr,
  accounts: accountsFr,
  cache: cacheFr,
  keys: keysFr,
  'dead-letters': deadLettersFr,
  outbox: outboxFr,
  audit: auditFr,
}

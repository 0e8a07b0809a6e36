import { accountsDe } from './accounts/de.ts'
import { auditDe } from './audit/de.ts'
import { cacheDe } from './cache/de.ts'
import { channelsDe } from './channels/de.ts'
import { commonDe } from './common/de.ts'
import { deadLettersDe } from './dead-letters/de.ts'
import type { AdminTexts } from './en.ts'
import { keysDe } from './keys/de.ts'
import { libraryDe } from './library/de.ts'
import { moderationDe } from './moderation/de.ts'
import { outboxDe } from './outbox/de.ts'
import { overviewDe } from './overview/de.ts'
import { reportsDe } from './reports/de.ts'
import { scheduleDe } from './schedule/de.ts'
import { searchesDe } from './searches/de.ts'
import { storiesDe } from './stories/de.ts'
import { takedownsDe } from './takedowns/de.ts'

export const adminDe: AdminTexts = {
  common: commonDe,
  overview: overviewDe,
  moderation: moderationDe,
  reports: reportsDe,
  library: libraryDe,
  searches: searchesDe,
  takedowns: takedownsDe,
  schedule: scheduleDe,
  stories: storiesDe,
  channels: channelsDe,
  accounts: accountsDe,
  cache: cacheDe,
  keys: keysDe,
  'dead-letters': deadLettersDe,
  outbox: outboxDe,
  audit: auditDe,
}

import type { Origin } from '../../shared/server/origin.ts'
import { backupReaders } from '../backup/backup-handlers.ts'
import { backupWriters } from '../backup/write-backup.ts'
import type { JobDeps } from '../job.ts'
import { depsOf } from '../jobs.ts'
import { editHandlers } from '../uploads/edit-handlers.ts'
import { knownHashHandlers } from '../uploads/known-hashes.ts'
import { leaseHandlers } from '../uploads/lease-renditions.ts'
import { allGifHandlers, ownGifHandlers } from '../uploads/own-gifs.ts'
import { uploadHandlers } from '../uploads/upload-handlers.ts'
import { accountHandlers } from './accounts/account-handlers.ts'
import { callOrigin } from './call-origin.ts'
import { caseHandlers } from './cases/case-handlers.ts'
import { claimHandlers } from './cases/claims.ts'
import { lineHandlers } from './cases/takedown-lines.ts'
import { channelHandlers } from './channels/channel-handlers.ts'
import { contentHandlers } from './content/content-handlers.ts'
import { deadLetterHandlers } from './dead-letters.ts'
import { favoriteHandlers } from './favorites.ts'
import { figureHandlers } from './figures.ts'
import { gifPageHandlers } from './gif-pages/gif-page-handlers.ts'
import { listingHandlers } from './listings/listing-handlers.ts'
import { digestHandlers } from './moderation/digest-handlers.ts'
import { moderationHandlers } from './moderation/moderation-handlers.ts'
import { reportHandlers } from './moderation/reports.ts'
import { overviewHandlers } from './overview.ts'
import { redirectHandlers } from './redirects.ts'
import { removalHandlers } from './removal/removal-handlers.ts'
import { serviceHandlers } from './service.ts'
import { invitationHandlers } from './settings/invitations.ts'
import { settingsHandlers } from './settings/settings-handlers.ts'
import { type AllHandlers, HANDLED_CALLS } from './site-handlers.ts'
import { transparencyHandlers } from './transparency-handlers.ts'
import { webhookHandlers } from './webhooks/webhook-handlers.ts'

const HANDLERS: AllHandlers = {
  ...accountHandlers,
  ...favoriteHandlers,
  ...gifPageHandlers,
  ...uploadHandlers,
  ...leaseHandlers,
  ...ownGifHandlers,
  ...allGifHandlers,
  ...editHandlers,
  ...redirectHandlers,
  ...removalHandlers,
  ...knownHashHandlers,
  ...moderationHandlers,
  ...reportHandlers,
  ...caseHandlers,
  ...lineHandlers,
  ...claimHandlers,
  ...channelHandlers,
  ...contentHandlers,
  ...listingHandlers,
  ...overviewHandlers,
  ...figureHandlers,
  ...deadLetterHandlers,
  ...serviceHandlers,
  ...transparencyHandlers,
  ...webhookHandlers,
  ...settingsHandlers,
  ...invitationHandlers,
  ...digestHandlers,
  ...backupReaders,
  ...backupWriters,
}

/** The embedded site: accounts, uploads and editorial work, handled from the database. */
export function siteOrigin(deps: JobDeps): Origin {
  const { settings } = deps
  const given = depsOf(deps)
  // Each request takes the name as it is then.
  if (settings) Object.defineProperty(given, 'brand', { get: () => settings.current.name, enumerable: true })
  const answer = callOrigin({ calls: HANDLED_CALLS, handlers: HANDLERS, deps: given })
  return async (...call) => {
    await settings?.fresh()
    return answer(...call)
  }
}

export { keepPasswordKey } from '../people/secrets.ts'

import type { Origin } from '../../shared/server/origin.ts'
import type { JobDeps } from '../job.ts'
import { enqueue } from '../jobs.ts'
import { createVisitorHash } from '../stored-key.ts'
import { editHandlers } from '../uploads/edit-handlers.ts'
import { ownGifHandlers } from '../uploads/own-gifs.ts'
import { uploadHandlers } from '../uploads/upload-handlers.ts'
import { accountHandlers } from './accounts/account-handlers.ts'
import { callOrigin } from './call-origin.ts'
import { channelHandlers } from './channels/channel-handlers.ts'
import { contentHandlers } from './content/content-handlers.ts'
import { deadLetterHandlers } from './dead-letters.ts'
import { favoriteHandlers } from './favorites.ts'
import { gifPageHandlers } from './gif-pages/gif-page-handlers.ts'
import { allGifHandlers, moderationHandlers } from './moderation/moderation-handlers.ts'
import { reportHandlers } from './moderation/reports.ts'
import { overviewHandlers } from './overview.ts'
import { redirectHandlers } from './redirects.ts'
import { removalHandlers } from './removal/removal-handlers.ts'
import { serviceHandlers } from './service.ts'
import { type AllHandlers, HANDLED_CALLS, type SiteDeps } from './site-handlers.ts'

const depsOf = (deps: JobDeps): SiteDeps => ({
  d1: deps.DB,
  media: deps.MEDIA,
  gifs: deps.gifs,
  isLibrary: !deps.PROVIDER_URL,
  gifsChanged: deps.gifsChanged ?? (async () => {}),
  artistName: deps.artistName,
  resendLetters: deps.resendLetters,
  diagnostics: deps.diagnostics,
  brand: deps.brand,
  build: deps.build,
  enqueue: (job) => enqueue(deps, job),
  waitUntil: deps.waitUntil,
  hashVisitor: createVisitorHash(deps.DB, () => Date.now()),
})

const HANDLERS: AllHandlers = {
  ...accountHandlers,
  ...favoriteHandlers,
  ...gifPageHandlers,
  ...uploadHandlers,
  ...ownGifHandlers,
  ...allGifHandlers,
  ...editHandlers,
  ...redirectHandlers,
  ...removalHandlers,
  ...moderationHandlers,
  ...reportHandlers,
  ...channelHandlers,
  ...contentHandlers,
  ...overviewHandlers,
  ...deadLetterHandlers,
  ...serviceHandlers,
}

/** The embedded site: accounts, uploads and editorial work, handled from the database. */
export const siteOrigin = (deps: JobDeps): Origin =>
  callOrigin({ calls: HANDLED_CALLS, handlers: HANDLERS, deps: depsOf(deps) })

import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { workerCalls } from '../../shared/calls/services.ts'
import type { OWN_ANSWERS } from '../../shared/calls/site/own-answers.ts'
import type { Job, JobDeps } from '../job.ts'
import type { HashVisitor } from '../stored-key.ts'
import type { CheckedRequest, HandlersOf } from './call-origin.ts'

/** What the handlers of the site and the gateway work with. */
export type SiteDeps = JobDeps & {
  d1: JobDeps['DB']
  /** Whether an id that says nothing else is the library's, where old ids lead to items. */
  isLibrary: boolean
  /** Has a job done after the response, once its row is written. It never fails. */
  enqueue: (job: Job) => void
  /** To be awaited once an item, or who may see it, has changed. */
  gifsChanged: NonNullable<JobDeps['gifsChanged']>
  /** A network's name for the day. */
  hashVisitor: HashVisitor
}

/** Likewise, with the request of one call. */
export type SiteRequest = SiteDeps & CheckedRequest

/** All calls of the embedded site: those of §7, its own, and those about this Worker. */
export const SITE_CALLS = { ...siteCalls, ...ownSiteCalls, ...workerCalls }

const {
  uploadGif: _upload,
  sendRenditions: _renditions,
  putAvatar: _avatar,
  putBanner: _banner,
  sendBackup: _backup,
  ...handledCalls
} = SITE_CALLS

/** Those with a handler: all but those whose bodies are read as streams (`origin/uploads/uploads.ts`). */
export const HANDLED_CALLS = handledCalls

/** A handler for each of them. */
export type AllHandlers = HandlersOf<typeof HANDLED_CALLS, SiteDeps, typeof OWN_ANSWERS>

/** Handlers of some of them. */
export type SiteHandlers = Partial<AllHandlers>

import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import type { OWN_ANSWERS } from '../../shared/calls/site/own-answers.ts'
import { workerCalls } from '../../shared/calls/worker.ts'
import type { GifsChanged, GifsForPeople, OriginDeps } from '../../shared/server/origin.ts'
import type { Job } from '../job.ts'
import type { HashVisitor } from '../stored-key.ts'
import type { Handlers } from './call-origin.ts'

/** What the site's handlers work with. */
export type SiteDeps = {
  d1: D1Database
  /** The library's files. */
  media: R2Bucket | undefined
  /** The GIFs that the pages show; undefined outside a Worker. */
  gifs: GifsForPeople | undefined
  /** Whether an id that says nothing else is the library's, where old ids lead to items. */
  isLibrary: boolean
  /** Has a job done after the response, once its row is written. It never fails. */
  enqueue: (job: Job) => void
  /** To be awaited once an item, or who may see it, has changed. */
  gifsChanged: GifsChanged
  /** Looks up an artist of Spotify; undefined where no service does. */
  artistName: OriginDeps['artistName']
  /** This server and its caches; undefined outside a Worker. */
  diagnostics: OriginDeps['diagnostics']
  /** Sends pingbacks again; undefined outside a Worker. */
  resendLetters: OriginDeps['resendLetters']
  /** The product's name, and the id of its build. */
  brand: string
  build: string
  /** Keeps work alive after the response. */
  waitUntil: (work: Promise<unknown>) => void
  /** A network's name for the day. */
  hashVisitor: HashVisitor
}

/** All calls of the embedded site: those of §7, its own, and those about this Worker. */
export const SITE_CALLS = { ...siteCalls, ...ownSiteCalls, ...workerCalls }

const { uploadGif: _upload, sendRenditions: _renditions, ...handledCalls } = SITE_CALLS

/** Those with a handler: all but two, whose bodies are read as streams (`origin/uploads/uploads.ts`). */
export const HANDLED_CALLS = handledCalls

/** A handler for each of them. */
export type AllHandlers = Handlers<typeof HANDLED_CALLS, SiteDeps, typeof OWN_ANSWERS>

/** Handlers of some of them. */
export type SiteHandlers = Partial<AllHandlers>

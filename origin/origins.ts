import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { AppError } from '../shared/errors.ts'
import { assetReader } from '../shared/server/asset-reader.ts'
import { lazyModule } from '../shared/server/lazy-module.ts'
import type { Origin, OriginDeps, UploadsOrigin } from '../shared/server/origin.ts'
import { bounded } from './bounded.ts'
import { nearby, readPrimary } from './nearby.ts'
import { visibilityReader } from './queries/visibility.ts'

/** ms for one call of D1 or R2: less than a page waits (`worker/provider/cache/flights.ts`), so that it can say what failed. */
const READ_MS = 2000
/** ms for a batch of counters. The queue repeats one that fails, so a late one must not. */
const WRITE_MS = 8000
/** ms for a call of a store by the site, and by a write of the gateway: less than its deadline (`worker/upstreams/upstreams.ts`), for the same reason. */
const SITE_MS = 4000
/** ms for a part of a file. */
const STORE_MS = 20_000

/**
 * The embedded origins: one for each upstream that can be one, under its name, and the library's media. A row's code is
 * loaded by its first request, so that a Worker with a provider never loads the library.
 */
const ROWS = {
  provider: async ({ DB, ASSETS, waitUntil, AI, VECTORIZE }) => {
    if (!DB) return noLibrary
    const { providerOrigin } = await import('./provider.ts')
    const near = nearby(DB)
    return providerOrigin({
      db: bounded(DB, READ_MS),
      ...(near && { near: bounded(near, READ_MS) }),
      defer: waitUntil,
      readFile: assetReader(ASSETS),
      AI,
      VECTORIZE,
    })
  },
  pingback: async ({ DB }) => {
    if (!DB) return noLibrary
    const { pingbackOrigin } = await import('./pingback.ts')
    return pingbackOrigin({ db: bounded(DB, WRITE_MS) })
  },
  site: async ({ DB, MEDIA, ...deps }) => {
    if (!DB) return noLibrary
    const { siteOrigin, keepPasswordKey } = await import('./site/site.ts')
    if (deps.passwords?.key) keepPasswordKey(deps.passwords.key, deps.passwords.isFree)
    return siteOrigin({
      ...deps,
      DB: bounded(DB, SITE_MS),
      ...(MEDIA && { MEDIA: bounded(MEDIA, SITE_MS) }),
    })
  },
  gateway: async ({ DB, ...deps }) => {
    if (!DB) return noLibrary
    const { gatewayOrigin } = await import('./gateway/gateway.ts')
    const within = (ms: number) => ({ ...deps, DB: bounded(DB, ms) })
    return gatewayOrigin({ reads: within(READ_MS), writes: within(SITE_MS) })
  },
  media: async ({ DB, MEDIA, shownLog: log, edge: cache, waitUntil }) => {
    if (!DB || !MEDIA) return noLibrary
    const { mediaOrigin } = await import('./media/media.ts')
    const replica = nearby(DB)
    return mediaOrigin({
      db: bounded(DB, READ_MS),
      bucket: bounded(MEDIA, READ_MS),
      ...(replica && { replica: bounded(replica, READ_MS) }),
      ...(log && { near: { log, cache, waitUntil } }),
    })
  },
  uploads: async ({ DB, MEDIA, ...deps }) => {
    if (!DB || !MEDIA) return noLibrary
    const { uploadsOrigin } = await import('./uploads/uploads.ts')
    const { enqueue } = await import('./jobs.ts')
    const given = { ...deps, DB: bounded(DB, WRITE_MS), MEDIA: bounded(MEDIA, STORE_MS) }
    return uploadsOrigin(given, (job) => enqueue(given, job))
  },
  imaging: async ({ DB, MEDIA, fetchSource }) => {
    if (!DB || !MEDIA) return noLibrary
    const { imagingOrigin } = await import('./imaging/imaging.ts')
    const { mediaOrigin } = await import('./media/media.ts')
    const ownMedia = mediaOrigin({ db: bounded(DB, READ_MS), bucket: bounded(MEDIA, READ_MS) })
    return imagingOrigin({
      d1: bounded(DB, WRITE_MS),
      bucket: bounded(MEDIA, STORE_MS),
      fetchSource,
      ownMedia,
    })
  },
} satisfies Record<string, (deps: OriginDeps) => Promise<Origin | UploadsOrigin>>

type Name = Exclude<keyof typeof ROWS, 'uploads'>
type Optional = 'site' | 'gateway' | 'imaging'
type Origins = Record<Exclude<Name, Optional>, Origin> &
  Record<Optional, Origin | undefined> & { uploads: UploadsOrigin | undefined }

/** Makes the origins of an isolate. */
export function createOrigins(deps: OriginDeps): Origins {
  const origin = (name: Name): Origin => {
    const loaded = lazyModule<Origin>(() => ROWS[name](deps))
    return async (request, actor, file) => (await loaded())(request, actor, file)
  }
  const uploads = lazyModule<UploadsOrigin>(() => ROWS.uploads(deps))
  return {
    provider: origin('provider'),
    pingback: origin('pingback'),
    // Without a database it is not configured, and says so before it reads a body.
    site: deps.DB && origin('site'),
    gateway: deps.DB && origin('gateway'),
    media: origin('media'),
    uploads:
      deps.DB && deps.MEDIA && (async (request, actor, look) => (await uploads())(request, actor, look)),
    imaging: deps.DB && deps.MEDIA && origin('imaging'),
  }
}

type LibraryOptions = { makerHash?: string; wantsFactor?: boolean; deps?: () => OriginDeps }

/**
 * What the Worker has of the library besides its origins. Each part's code is loaded by its first use.
 * @param options as `createIdentify` takes them, and what mails need
 */
export const openLibrary = (DB: D1Database, MEDIA?: R2Bucket, options: LibraryOptions = {}) => ({
  /** Who may see which items. `isElsewhere`: the GIFs are a configured provider's. */
  visibility: (isElsewhere: boolean) => visibilityReader(DB, isElsewhere),
  /** How often what lists show has changed. */
  version: async () => readPrimary(DB, (await import('./queries/version.ts')).libraryVersion),
  /** Finds out who makes a request. */
  identify: lazyModule(async () =>
    (await import('./people/sessions.ts')).createIdentify(bounded(DB, READ_MS), options),
  ),
  /** Counts what strangers try at people's accounts. */
  guesses: lazyModule(async () => (await import('./people/guesses.ts')).createGuesses(bounded(DB, READ_MS))),
  /** The accounts of people who sign in by an issuer. */
  issuerAccounts: lazyModule(async () => {
    const { depsOf } = await import('./jobs.ts')
    const { createIssuerAccounts } = await import('./site/accounts/issuer-accounts.ts')
    const deps = options.deps?.()
    return deps && createIssuerAccounts(depsOf({ ...deps, DB: bounded(DB, SITE_MS) }))
  }),
  /** What waits for makers of renditions. */
  renditionQueue: async () =>
    (await import('./uploads/rendition-queue.ts')).renditionQueue(bounded(DB, READ_MS), Date.now()),
  /** What staff have to know of this installation. */
  installation: async (queues: Pick<OriginDeps, 'JOBS' | 'PINGBACKS'>) =>
    (await import('./installation.ts')).installation(bounded(DB, READ_MS), queues),
  /** Notes that a part of the schedule has run. */
  noteTick: async (name: 'minute' | 'night') =>
    (await import('./installation.ts')).noteTick(bounded(DB, READ_MS), name, Date.now()),
  /** The rules of the installation, and a text of it. */
  settings: async () => (await import('./settings.ts')).readSettings(bounded(DB, READ_MS)),
  siteText: async (name: string) => (await import('./settings.ts')).readSiteText(bounded(DB, READ_MS), name),
  searches: lazyModule(async () => (await import('./searches/count-search.ts')).createSearchCounter(DB)),
  /** What staff pin and block of a configured provider's trending searches. */
  staffTerms: lazyModule(async () =>
    (await import('./searches/staff-terms.ts')).createStaffTerms(bounded(DB, READ_MS)),
  ),
  /** What the library's tags are called in another language. */
  termNames: lazyModule(async () =>
    (await import('./searches/term-names.ts')).createTermNames(bounded(DB, READ_MS)),
  ),
  /** A person whom every visitor may see, by their username. */
  publicPerson: async (username: string, publicUrl: string) =>
    (await import('./people/users.ts')).publicPerson(bounded(DB, READ_MS), username, publicUrl),
  partners: lazyModule(async () =>
    (await import('./partners.ts')).createPartners(bounded(DB, READ_MS), MEDIA && bounded(MEDIA, READ_MS)),
  ),
  /** Hashes networks for the counters. */
  visitorHash: lazyModule(async () => (await import('./stored-key.ts')).createVisitorHash(DB)),
  /** Publishes the stories and GIFs that are due at `nowMs`. */
  publishDue: async (nowMs: number) =>
    (await import('./gateway/scheduler/publish-due.ts')).publishDue(DB, nowMs),
  /** The nightly care of the database. */
  optimize: async () => (await import('./nightly.ts')).optimizeLibrary(DB),
})

/** The queue of work for after a response; its code is loaded by the first job. */
export const jobQueue = (deps: OriginDeps & { DB: D1Database }) =>
  lazyModule(async () => (await import('./jobs.ts')).createJobQueue(deps))

const noLibrary = async (): Promise<never> => {
  throw new AppError(
    'unavailable',
    'There is no library here: neither a provider nor a database is configured',
  )
}

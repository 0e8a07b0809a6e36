import type { Message, MessageBatch } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { attempt, within } from '../shared/server/deadline.ts'
import type { JobQueue } from '../shared/server/origin.ts'
import type { Job, JobDeps } from './job.ts'
import { partsOf } from './neighbours/parts-of.ts'
import type { SiteDeps } from './site/site-handlers.ts'
import { createVisitorHash } from './stored-key.ts'

type Worker = {
  /** Does a job. The message is one that an older or newer version of the Worker may have sent. @throws to be tried again */
  work: (deps: JobDeps, message: unknown) => Promise<void>
  /** The jobs that were not done, and are not too old. */
  left: (deps: JobDeps) => Promise<Job[]>
}

/** A kind of job: its code is loaded by its first job. */
const WORKERS: Record<Job['kind'], Worker> = {
  mail: {
    work: async (deps, message) => {
      const { sendMail } = await import('./mail/send-mail.ts')
      await sendMail(deps, v.parse(v.object({ id: v.number() }), message).id)
    },
    left: async (deps) => (await import('./mail/send-mail.ts')).unsentMails(deps),
  },
  files: {
    work: async (deps) => (await import('./uploads/file-rows.ts')).dropFiles(deps),
    left: async () => [{ kind: 'files' }],
  },
  renditions: {
    work: async (deps, message) => {
      const { makeRenditions } = await import('./uploads/make-renditions.ts')
      await makeRenditions(deps, v.parse(v.object({ gif: v.string() }), message).gif)
    },
    left: async (deps) => (await import('./uploads/make-renditions.ts')).unfinishedUploads(deps),
  },
  vectors: {
    work: async ({ DB, AI, VECTORIZE }, message) => {
      const { storeVectors } = await import('./neighbours/vectors.ts')
      const { gifs } = v.parse(v.object({ gifs: v.array(v.string()) }), message)
      if (AI && VECTORIZE) await storeVectors({ DB, AI, VECTORIZE }, gifs)
    },
    left: async (deps) => {
      if (!findsByMeaning(deps)) return []
      const { idsOfNight } = await import('./neighbours/vectors.ts')
      return (await idsOfNight(deps.DB, Date.now())).map((gifs) => ({ kind: 'vectors', gifs }))
    },
  },
  hashes: {
    work: async (deps, message) => {
      const { hashFiles } = await import('./uploads/hash-files.ts')
      const { gif } = v.parse(v.object({ gif: v.optional(v.string()) }), message)
      if (await hashFiles(deps, gif)) await sendOrWork(deps, { kind: 'hashes', ...(gif && { gif }) })
    },
    left: async (deps) => (await import('./uploads/hash-files.ts')).unreadFiles(deps),
  },
  channel: {
    work: async (deps, message) => {
      const { fillChannel } = await import('./site/channels/fill-channel.ts')
      const { tag } = v.parse(v.object({ tag: v.number() }), message)
      if (await fillChannel(deps, tag)) await sendOrWork(deps, { kind: 'channel', tag })
    },
    left: async (deps) => (await import('./site/channels/fill-channel.ts')).unfilledTags(deps),
  },
  webhook: {
    work: async (deps, message) => {
      const { deliverWebhook } = await import('./webhooks/deliver.ts')
      const { id } = v.parse(v.object({ id: v.number() }), message)
      for (const mail of await deliverWebhook(deps, id)) await sendOrWork(deps, mail)
    },
    left: async (deps) => (await import('./webhooks/deliver.ts')).dueDeliveries(deps),
  },
  digest: {
    work: async (deps, message) => {
      const { writeDigest } = await import('./mail/digests.ts')
      const { user } = v.parse(v.object({ user: v.string() }), message)
      for (const mail of await writeDigest(deps, user)) await sendOrWork(deps, mail)
    },
    left: async (deps) => (await import('./mail/digests.ts')).dueDigests(deps),
  },
  alike: {
    work: async (deps) => {
      const { searchLibrary } = await import('./uploads/phashes.ts')
      if ((await searchLibrary(deps.DB, Date.now())) && deps.JOBS) await deps.JOBS.send({ kind: 'alike' })
    },
    left: async ({ DB }) =>
      (await (await import('./uploads/phashes.ts')).isSearchDue(DB)) ? [{ kind: 'alike' }] : [],
  },
  'decision-mails': {
    work: async (deps, message) => {
      const { writeMails } = await import('./mail/decision-mails.ts')
      const { id } = v.parse(v.object({ id: v.string() }), message)
      for (const mail of await writeMails({ ...deps, nowMs: Date.now() }, id)) await sendOrWork(deps, mail)
    },
    left: async ({ DB }) => (await import('./mail/decision-mails.ts')).dueMails(DB, Date.now()),
  },
  'person-items': {
    work: async (deps, message) => {
      const { workOnItems } = await import('./uploads/person-items.ts')
      const { user } = v.parse(v.object({ user: v.string() }), message)
      for (const job of await workOnItems(deps, user)) await sendOrWork(deps, job)
    },
    left: async (deps) => (await import('./uploads/person-items.ts')).openWorks(deps),
  },
}

/** Kinds whose jobs become due by themselves: each minute looks for them. */
const TIMED = ['webhook', 'digest', 'person-items', 'alike', 'decision-mails'] as const
/** ms that a minute's jobs may take where there is no queue; the next minute goes on. */
const TICK_MS = 25_000

/** ms that a queue may take to accept a job. */
const QUEUE_MS = 2000
/** s until a failed job's next try; doubled with each. */
const WAIT_S = { first: 10, max: 3600 } as const

const KindSchema = v.object({ kind: v.picklist(Object.keys(WORKERS) as Job['kind'][]) })

/** @throws what the work throws, or ValiError for a message that is not a job */
async function work(deps: JobDeps, message: unknown): Promise<void> {
  const { kind } = v.parse(KindSchema, message)
  const { name: brand } = (await deps.settings?.fresh()) ?? { name: deps.brand }
  await WORKERS[kind].work({ ...deps, brand }, message)
}

/** Hands a job to the queue after the response. Without a queue, or where it fails, the job is done at once. */
export function enqueue(deps: JobDeps, job: Job): void {
  deps.waitUntil(
    sendOrWork(deps, job).catch((error) => console.error(`a job (${job.kind}) is left for the night`, error)),
  )
}

const findsByMeaning = ({ AI, VECTORIZE }: JobDeps): boolean => AI !== undefined && VECTORIZE !== undefined

async function sendOrWork(deps: JobDeps, job: Job): Promise<void> {
  const { JOBS } = deps
  if (job.kind === 'vectors' && !findsByMeaning(deps)) return
  const isQueued = JOBS && (await attempt(QUEUE_MS, async () => ({ sent: await JOBS.send(job) })))
  if (!isQueued) await work(deps, job)
}

const tryJob = (deps: JobDeps, job: Job): Promise<void> =>
  sendOrWork(deps, job).catch((error) => console.error(`a job (${job.kind}) failed again`, error))

/** The consumer of the queue, and the rounds of each minute and night. */
export const createJobQueue = (deps: JobDeps): JobQueue => ({
  async deliver({ messages }: Pick<MessageBatch, 'messages'>) {
    for (const message of messages) await deliver(deps, message)
  },
  async tick() {
    const until = Date.now() + TICK_MS
    const due = await Promise.all(TIMED.map((kind) => WORKERS[kind].left(deps)))
    for (const job of due.flat()) if (Date.now() < until) await tryJob(deps, job)
    await (await import('./search/index-items.ts')).indexItems(deps.DB, until)
  },
  async resume() {
    const { dropExpired } = await import('./nightly.ts')
    const { trimSearches } = await import('./searches/count-search.ts')
    await dropExpired(deps.DB, Date.now())
    await trimSearches(deps.DB, Date.now())
    await (await import('./transparency.ts')).countMonths(deps.DB, Date.now())
    await (await import('./mail/digests.ts')).tellHooks(deps.DB, Date.now())
    await (await import('./webhooks/deliver.ts')).trimDeliveries(deps.DB, Date.now())
    const left = await Promise.all(Object.values(WORKERS).map((worker) => worker.left(deps)))
    for (const job of left.flat()) await tryJob(deps, job)
  },
})

/** ms that one job may take. */
const JOB_MS = 60_000

async function deliver(deps: JobDeps, message: Message): Promise<void> {
  try {
    await within(JOB_MS, () => work(deps, message.body))
    message.ack()
  } catch (error) {
    console.error('a job failed', error)
    message.retry({ delaySeconds: Math.min(WAIT_S.first * 2 ** (message.attempts - 1), WAIT_S.max) })
  }
}

/** What the handlers of the site and the gateway get. */
export const depsOf = (deps: JobDeps): SiteDeps => ({
  ...deps,
  d1: deps.DB,
  isLibrary: !deps.PROVIDER_URL,
  gifsChanged: async (ids, publicUrl) => {
    await deps.gifsChanged?.(ids, publicUrl)
    if (!findsByMeaning(deps)) return
    for (const gifs of partsOf(ids)) enqueue(deps, { kind: 'vectors', gifs })
  },
  enqueue: (job) => enqueue(deps, job),
  hashVisitor: createVisitorHash(deps.DB, () => Date.now()),
})

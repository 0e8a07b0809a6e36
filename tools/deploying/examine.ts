import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GIFEncoder } from '../../media/encode/gifenc.ts'
import { isConfidential } from '../../worker/env.ts'
import { root } from '../steps/run-step.ts'

/** What a check has found: that it works, what to do, or why it could not be looked at. */
export type Finding = { state: 'ok' | 'fault' | 'unknown'; text: string }
/** The checks in the order in which they are told. */
export const CHECKS = ['address', 'bindings', 'mail', 'migrations', 'cron', 'queue', 'read', 'write'] as const
export type Check = (typeof CHECKS)[number]

type Waiting = { waiting: number; oldest: string | null }
type Health = {
  status?: string
  build?: string
  mail_links?: 'on' | 'off'
  bindings?: Record<string, string>
  migration?: string | null
  schedule?: { minute: string | null; night: string | null }
  queues?: { jobs: Waiting | null; pingbacks: Waiting | null }
  mail?: { sender: string; sends: boolean }
}

const ok = (text: string): Finding => ({ state: 'ok', text })
const fault = (text: string): Finding => ({ state: 'fault', text })
const unknown = (text: string): Finding => ({ state: 'unknown', text })

const REQUEST_MS = 20_000
/** ms after which a minute's round is missed, and how long a check waits for the next one. */
const MISSED_MS = 3 * 60_000
const WAIT_MS = 75_000
/** ms for which a job may wait while those before it fail and are tried again. */
const STUCK_MS = 15 * 60_000
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])/

export type Target = { base: string; token: string | undefined; waitMs?: number }

const headersOf = ({ token }: Target) => ({ ...(token && { Authorization: `Token ${token}` }) })

function ask(target: Target, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, target.base), {
    ...init,
    headers: { ...headersOf(target), ...init.headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_MS),
  })
}

const jsonOf = async <T>(response: Response): Promise<T | undefined> =>
  (await response.json().catch(() => undefined)) as T | undefined

const healthOf = async (target: Target): Promise<Health | undefined> => {
  const response = await ask(target, '/healthz')
  const health = response.status === 200 ? await jsonOf<Health>(response) : undefined
  return health?.build ? health : undefined
}

/** What of a failed request is said: Node says `fetch failed`, and why further down. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

function address({ base }: Target, health: Health): Finding {
  const url = new URL(base)
  if (!isConfidential(url))
    return fault(`${base} is http: passwords can be read on the way. Serve it by https`)
  return ok(`${base}, build ${health.build}`)
}

const WITHOUT: Record<string, string> = {
  DB: 'there is no library, and no accounts',
  MEDIA: 'there are no pictures of its own: uploads fail',
  ASSETS: 'pages have no scripts',
}

function bindings({ bindings: states = {} }: Health): Finding {
  const named = (state: string) => Object.keys(states).filter((name) => states[name] === state)
  const failing = named('failing')
  if (failing.length > 0)
    return fault(
      `${failing.join(', ')} ${failing.length > 1 ? 'do' : 'does'} not answer: see the log, and whether the account still has it`,
    )
  const missing = named('missing').filter((name) => !['VIDEO', 'AI', 'VECTORIZE'].includes(name))
  const needed = missing.filter((name) => name in WITHOUT)
  if (needed.length > 0)
    return fault(
      `${needed.map((name) => `without ${name} ${WITHOUT[name]}`).join('; ')}. Switch it on, and deploy again (docs/deploying.md)`,
    )
  return ok(missing.length > 0 ? `all that is bound answers; ${missing.join(', ')} left out` : 'all answer')
}

function mail({ base }: Target, { mail_links, mail: known, bindings: states = {} }: Health): Finding {
  if (mail_links !== 'on')
    return fault('links in mails lead nowhere, so mails stay in the outbox: set PUBLIC_URL')
  const sends = known?.sends ?? states.MAIL === 'configured'
  if (!sends) return ok('mails stay in the outbox, where staff find their links (/admin/outbox)')
  if (!known) return ok('mails are sent')
  if (known.sender.endsWith('@localhost') && !LOCAL.test(base))
    return fault(`mails come from ${known.sender}, which no one takes: set MAIL_FROM, or PUBLIC_URL`)
  return ok(`mails are sent from ${known.sender}`)
}

const SCOPES = 'the scopes read, upload, edit, and moderate'
const NO_TOKEN = `staff alone may see it: put a staff member's API token with ${SCOPES} into LOOPFRAME_TOKEN`

function migrations({ migration }: Health): Finding {
  if (migration === undefined) return unknown(NO_TOKEN)
  const own = readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const newest = own.at(-1) ?? ''
  if (!migration) return fault('the database has none: npm run deploy applies them')
  if (migration < newest)
    return fault(`the database has ${migration}, this checkout ${newest}: npm run deploy`)
  return ok(migration)
}

const ago = (ms: number) =>
  ms < 120_000 ? `${Math.max(0, Math.round(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`

/** A minute's round that has run since the check began, or lately. */
async function cron(target: Target, first: Health): Promise<Finding> {
  if (first.schedule === undefined) return unknown(NO_TOKEN)
  const until = Date.now() + (target.waitMs ?? WAIT_MS)
  for (let health: Health | undefined = first; ; health = await healthOf(target).catch(() => undefined)) {
    const minute = health?.schedule?.minute
    const age = minute ? Date.now() - Date.parse(minute) : Number.POSITIVE_INFINITY
    if (age < MISSED_MS) return ok(`each minute, ${ago(age)} ago`)
    if (Date.now() >= until)
      return fault(
        `${minute ? `it has not run for ${ago(age)}` : 'it has never run'}: what is scheduled waits. See whether the crons of wrangler.toml are deployed`,
      )
    await pause(Math.min(5000, until - Date.now()))
  }
}

function queue({ queues, bindings: states = {} }: Health): Finding {
  if (queues === undefined) return unknown(NO_TOKEN)
  if (states.JOBS === 'missing') return ok('there is none: mails and renditions are done after the response')
  const rows = Object.entries(queues).flatMap(([name, each]) => (each ? [{ name, ...each }] : []))
  const stuck = rows.find(({ oldest }) => oldest && Date.now() - Date.parse(oldest) > STUCK_MS)
  if (stuck)
    return fault(
      `${stuck.waiting} ${stuck.name} wait, the oldest since ${stuck.oldest}: see the log for why they fail`,
    )
  return ok(rows.map(({ name, waiting }) => `${name}: ${waiting} wait`).join(', ') || 'nothing waits')
}

type Item = { id: string; images?: { original?: { url?: string } } }

/** A picture of an item, as a visitor gets it. */
async function pictureFault(target: Target, { id, images }: Item): Promise<string | undefined> {
  const url = images?.original?.url
  if (!url) return `item ${id} has no picture`
  // What the installation calls itself is another check's: here it is asked at the address that was given.
  const { pathname, search, origin } = new URL(url, target.base)
  const isOwn = pathname.startsWith('/media/')
  const response = await ask(target, isOwn ? pathname + search : origin + pathname + search)
  await response.body?.cancel()
  return response.status === 200 ? undefined : `the picture of ${id} is a ${response.status}`
}

async function read(target: Target): Promise<Finding> {
  const response = await ask(target, '/v1/gifs/trending?limit=1')
  if (response.status === 401 || response.status === 403) {
    const page = await ask(target, '/')
    await page.body?.cancel()
    return page.status === 200
      ? ok('the welcome page; the API wants keys')
      : fault(`the welcome page is a ${page.status}: see the log`)
  }
  if (response.status !== 200) return fault(`/v1/gifs/trending is a ${response.status}: see the log`)
  const [item] = (await jsonOf<{ data: Item[] }>(response))?.data ?? []
  if (!item) return ok('the API answers; the library is empty (npm run ingest -- DIR --to URL)')
  const failed = await pictureFault(target, item)
  return failed ? fault(`${failed}: see whether the bucket has it`) : ok(`item ${item.id} and its picture`)
}

/** A picture that no library has yet. */
function newPicture(): Uint8Array<ArrayBuffer> {
  const encoder = GIFEncoder()
  const byte = () => Math.floor(Math.random() * 256)
  const palette = Array.from({ length: 4 }, () => [byte(), byte(), byte()] as [number, number, number])
  const pixels = Uint8Array.from({ length: 64 * 64 }, () => byte() % 4)
  encoder.writeFrame(pixels, 64, 64, { palette })
  encoder.finish()
  return Uint8Array.from(encoder.bytes())
}

const wordsOf = async (response: Response): Promise<string> => {
  const body = await jsonOf<{ meta?: { msg?: string }; error?: { message?: string } }>(response)
  return `${response.status}${(body?.meta?.msg ?? body?.error?.message) ? `, ${body?.meta?.msg ?? body?.error?.message}` : ''}`
}

/** Uploads a picture, reads it, and deletes it. First it asks whether it may delete. */
async function write(target: Target): Promise<Finding> {
  if (!target.token) return unknown(`put an API token with ${SCOPES} into LOOPFRAME_TOKEN`)
  const remove = (id: string) => ask(target, `/api/v1/gifs/${id}/`, { method: 'DELETE' })
  const probe = await remove('doctor000000')
  if (probe.status === 501) return ok('there is no library to write to: a provider is configured')
  if (![404, 410].includes(probe.status))
    return fault(
      `the token may not delete what it uploads (${await wordsOf(probe)}): make one with ${SCOPES} at ${target.base}/account`,
    )
  const form = new FormData()
  form.set('file', new Blob([newPicture()], { type: 'image/gif' }), 'doctor.gif')
  form.set('title', 'A check of this installation')
  const sent = await ask(target, '/v1/gifs', { method: 'POST', body: form })
  if (sent.status !== 200 && sent.status !== 201)
    return fault(`an upload is refused (${await wordsOf(sent)})`)
  const id = (await jsonOf<{ data?: { id?: string } }>(sent))?.data?.id
  if (!id) return fault('an upload is answered without an id')
  const shown = await ask(target, `/v1/gifs/${id}`)
  const item = shown.status === 200 ? (await jsonOf<{ data: Item }>(shown))?.data : undefined
  const failed = item && (await pictureFault(target, item))
  const gone = await remove(id)
  if (gone.status >= 300)
    return fault(`item ${id} was uploaded and is still there (${await wordsOf(gone)}): delete it`)
  if (shown.status === 200 && failed) return fault(`${failed}, right after its upload`)
  return ok(`item ${id} was uploaded, read, and deleted`)
}

/**
 * Looks at an installation. Each finding is told as soon as it is there.
 * @returns what all of it comes to: 'fault' where anything is one, 'unknown' where not all was looked at
 */
export async function examine(
  target: Target,
  tell: (check: Check, finding: Finding) => void,
): Promise<Finding['state']> {
  const states = new Set<Finding['state']>()
  const say = (check: Check, finding: Finding) => {
    states.add(finding.state)
    tell(check, finding)
  }
  const health = await healthOf(target).catch((error: unknown) => reasonOf(error))
  if (typeof health === 'string' || !health) {
    say(
      'address',
      fault(
        health
          ? `${target.base} does not answer (${health})`
          : `${target.base} is no Loopframe: /healthz is not its own`,
      ),
    )
    for (const check of CHECKS.slice(1)) say(check, unknown('there is no answer'))
    return 'fault'
  }
  const findings: Record<Check, () => Finding | Promise<Finding>> = {
    address: () => address(target, health),
    bindings: () => bindings(health),
    mail: () => mail(target, health),
    migrations: () => migrations(health),
    cron: () => cron(target, health),
    queue: () => queue(health),
    read: () => read(target),
    write: () => write(target),
  }
  for (const check of CHECKS) {
    const finding = await Promise.resolve()
      .then(findings[check])
      .catch((error: unknown) => fault(`no answer (${reasonOf(error)})`))
    say(check, finding)
  }
  return (['fault', 'unknown'] as const).find((state) => states.has(state)) ?? 'ok'
}

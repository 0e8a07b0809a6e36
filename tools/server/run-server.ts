import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hashOf, newSecret } from '../../origin/people/secrets.ts'
import { applyMigrations } from '../library/apply-migrations.ts'
import { addFirstLink } from '../library/staff-link.ts'
import { runOwnMaker } from '../making/own-maker.ts'
import { emptyTemporary, noteChildren, readSecrets, takeData } from '../steps/data-folder.ts'
import { startSchedule } from '../steps/schedule.ts'
import { type FrontOptions, startFront } from './front.ts'
import { copiesOf, type Holder, holdRuntime } from './hold-runtime.ts'
import { createLog, type Log } from './log.ts'
import { isFull, isLarge, stateOf } from './machine-state.ts'
import { createMailer } from './mailer.ts'
import { launchApart, runtimePids } from './processes.ts'
import { readProxies } from './proxies.ts'
import { type Runtime, SIGNALS } from './runtime.ts'
import { readSettings } from './settings.ts'
import { readSite, takeSite } from './site.ts'
import { placeToListen } from './socket.ts'

export type ServerOptions = {
  /** The folder of what is served (`site.ts`). */
  site: string
  data: string
  host: string
  port: number
  trustProxy: string
  /** A file of `NAME=value` lines. */
  env: string | undefined
  pairs: readonly string[]
  /** Bytes of memory that the runtime may have before it restarts; undefined for what suits the machine. */
  memory: number | undefined
  /** How often a backup is made, and how many stay; undefined for none. */
  backups: { everyMs: number; keep: number } | undefined
}

/** ms that requests under way have when the server ends. */
const END_MS = 10_000
/** ms that a request waits for a runtime that starts. */
const HOLD_MS = 15_000
/** ms between two looks at memory and disk. */
const LOOK_MS = 5000
/** ms between two counts of copies, which looks at each of their files. */
const COUNT_MS = 60_000
/** ms that requests under way have before the runtime restarts. */
const SETTLE_MS = 5000
/** Bytes that copies of others' answers may have on the disk. */
const COPIES_MOST = 512 * 1024 ** 2
/** ms after the start until the nightly round, which finds what was left: the visitors of a restart come first. */
const ROUND_MS = 5000
/** What a server has before it serves: its folder, its settings, its log. */
async function prepare({ site: folder, data, host, port, env, pairs, trustProxy }: ServerOptions) {
  const installed = readSite(folder)
  const settings = readSettings({
    defaults: installed.options.bindings,
    files: [readSecrets(data), env === undefined ? '' : readFileSync(env, 'utf8')],
    environment: process.env,
    pairs,
  })
  const log = createLog(settings.secrets)
  const isProxy = await readProxies(trustProxy)
  await takeData(data, port)
  const temporary = emptyTemporary(data)
  process.env.TMPDIR = temporary
  launchApart(temporary)
  const site = await takeSite(installed, data, temporary)
  return { site, settings, log, isProxy, temporary, ownUrl: `http://${reachable(host)}:${port}` }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Starts the runtime. @param token of the maker on this machine */
async function startHolder({ data, memory }: ServerOptions, prepared: Prepared, token: string) {
  const { site, settings, log, ownUrl } = prepared
  const mailer = settings.smtpUrl ? createMailer(settings.smtpUrl) : undefined
  const holder = holdRuntime({
    site,
    data,
    log,
    node: { state: () => stateOf(data, memory), ...(mailer && { mail: mailer.send }) },
    vars: {
      ...settings.vars,
      LOCAL_URL: settings.vars.LOCAL_URL || ownUrl,
      MAILS: mailer ? 'send' : 'keep',
      MAKER_HASH: await hashOf(token),
      // The front says whom it saw, and nobody else reaches the Worker.
      TRUST_PROXY: 'on',
    },
  })
  return { holder, mailer }
}

type Common = Pick<FrontOptions, 'log' | 'target' | 'isFull'>

/** Makes renditions here. It asks by the host of staff's calls, on a port of its own. @returns what ends it */
async function startMaker(
  common: Common,
  { settings, temporary, log }: Prepared,
  token: string,
): Promise<() => Promise<void>> {
  const as = settings.vars.ADMIN_HOST ?? ''
  const isOwn = (_address: string, isPeer: boolean) => isPeer
  const own = await startFront({ ...common, place: { host: '127.0.0.1', port: 0 }, isProxy: isOwn, as })
  const stop = runOwnMaker(
    { base: `http://127.0.0.1:${own.port}`, token },
    {
      workplace: join(temporary, 'maker'),
      log: (line) => log('info', { kind: 'renditions', message: line }),
    },
  )
  return async () => {
    await stop()
    await own.stop(0)
  }
}

/** Runs what the clock begins: crons, the nightly round at the start, backups. @returns what ends it */
async function startClock(
  holder: Holder,
  { data, backups }: ServerOptions,
  { site, log }: Prepared,
): Promise<() => void> {
  const { cronTriggers } = site.options
  const run = async (cron: string, at: Date) => {
    try {
      await (await holder.current()).scheduled(cron, at)
    } catch (error) {
      log('error', { kind: 'cron', cron, message: error instanceof Error ? error.message : 'no error' })
    }
  }
  // They take a newer Node than the rest.
  const endBackups = backups && (await import('./backups.ts')).startBackups({ ...backups, data, log })
  const endCrons = startSchedule(cronTriggers, run)
  const nightly = cronTriggers.find((cron) => cron !== '* * * * *')
  if (nightly) void pause(ROUND_MS, undefined, { ref: false }).then(() => run(nightly, new Date()))
  return () => {
    endCrons()
    endBackups?.()
  }
}

/** Looks at memory and disk from time to time. @param renew restarts the runtime */
function watch({ data, memory }: ServerOptions, renew: (why: string) => void) {
  let state = stateOf(data, memory)
  setInterval(() => {
    state = stateOf(data, memory)
    noteChildren(data, runtimePids())
    if (isLarge(state)) renew('its memory is at its limit')
  }, LOOK_MS).unref()
  setInterval(() => {
    if (copiesOf(data) > COPIES_MOST) renew('its copies are at their limit')
  }, COUNT_MS).unref()
  return { isFull: () => isFull(state) }
}

/**
 * Runs the product on this machine until a signal ends it.
 * @throws Error for what is wrong with the options, and where another server has the folder or the port
 */
export async function runServer(options: ServerOptions): Promise<void> {
  const { data, host, port } = options
  const prepared = await prepare(options)
  const { settings, log, site, isProxy, ownUrl } = prepared
  const token = newSecret()
  const { holder, mailer } = await startHolder(options, prepared, token)
  let isEnding = false
  const { isFull } = watch(options, (why) => {
    if (isEnding) return
    void holder
      .renew(why, () => front.settled(SETTLE_MS))
      .catch((error: Error) => log('error', { kind: 'renew', message: error.message }))
  })
  const common = { log, target: async () => (await holder.current(HOLD_MS)).port, isFull }
  const front = await startFront({ ...common, place: placeToListen(process.env, { host, port }), isProxy })
  if (front.port !== port)
    throw new Error(`The service manager's socket is at port ${front.port}: start with --port ${front.port}`)

  let endMaker = async () => {}
  let endClock = () => {}
  const end = async () => {
    if (isEnding) return
    isEnding = true
    log('info', { kind: 'end', message: 'Ending: requests under way have 10 s' })
    endClock()
    // It asks this server: it gives back what it has while there is one.
    await endMaker()
    await front.stop(END_MS)
    await holder.end()
    mailer?.close()
    log('info', { kind: 'ended', message: 'Ended' })
    process.exit(0)
  }
  for (const signal of SIGNALS) process.on(signal, () => void end())

  const { db } = await holder.current()
  const applied = await applyMigrations(db, site.migrations)
  if (applied > 0) log('info', { kind: 'migrated', message: `${applied} migrations were applied` })
  holder.open()
  log('info', { kind: 'start', message: `Serving on ${ownUrl} `, pid: process.pid, data })
  await sayFirstLink(db, settings.vars, ownUrl, log)
  endClock = await startClock(holder, options, prepared)
  if (settings.isMaking && !settings.vars.SITE_URL) endMaker = await startMaker(common, prepared, token)
}

/** The name by which this machine reaches an address that it listens on. */
const reachable = (host: string): string =>
  ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host

async function sayFirstLink(db: Runtime['db'], vars: Record<string, string>, ownUrl: string, log: Log) {
  if (vars.SITE_URL) return
  const path = await addFirstLink(db)
  const base = vars.PUBLIC_URL || ownUrl
  if (path) log('info', { kind: 'first-staff', message: `Staff, once: ${base}${path}` })
}

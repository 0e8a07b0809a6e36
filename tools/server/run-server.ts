import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hashOf, newSecret } from '../../origin/people/secrets.ts'
import { applyMigrations } from '../library/apply-migrations.ts'
import { addFirstLink } from '../library/staff-link.ts'
import { runOwnMaker } from '../making/own-maker.ts'
import { emptyTemporary, noteChildren, readSecrets, takeData } from '../steps/data-folder.ts'
import { startSchedule } from '../steps/schedule.ts'
import { startFront } from './front.ts'
import { createLog, type Log } from './log.ts'
import { isFull, isLarge, stateOf } from './machine-state.ts'
import { createMailer } from './mailer.ts'
import { launchApart, runtimePids } from './processes.ts'
import { readProxies } from './proxies.ts'
import { type Runtime, type RuntimeOptions, SIGNALS, startRuntime } from './runtime.ts'
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
/** ms that requests under way have before the runtime starts anew. */
const SETTLE_MS = 5000
/** ms after the start until the nightly round, which finds what was left: the visitors of a restart come first. */
const ROUND_MS = 5000
/** Bytes that copies of others' answers may have on the disk. They can be made again, and the runtime never removes any. */
const COPIES_MOST = 512 * 1024 ** 2
const COPIES = ['cache', 'kv']

/**
 * Runs the product on this machine until a signal ends it.
 * @throws Error for what is wrong with the options, and where another server has the folder or the port
 */
export async function runServer(options: ServerOptions): Promise<void> {
  const { data, host, port } = options
  const installed = readSite(options.site)
  const files = [readSecrets(data), options.env === undefined ? '' : readFileSync(options.env, 'utf8')]
  const settings = readSettings({
    defaults: installed.options.bindings,
    files,
    environment: process.env,
    pairs: options.pairs,
  })
  const log = createLog(settings.secrets)
  const isProxy = await readProxies(options.trustProxy)
  mkdirSync(data, { recursive: true })
  await takeData(data, port)
  const temporary = emptyTemporary(data)
  process.env.TMPDIR = temporary
  launchApart(temporary)
  const site = await takeSite(installed, data, temporary)

  const ownUrl = `http://${reachable(host)}:${port}`
  const token = newSecret()
  const mailer = settings.smtpUrl ? createMailer(settings.smtpUrl) : undefined
  let state = stateOf(data)
  const holder = holdRuntime({
    site,
    data,
    log,
    node: { state: () => stateOf(data), ...(mailer && { mail: mailer.send }) },
    vars: {
      ...settings.vars,
      LOCAL_URL: settings.vars.LOCAL_URL || ownUrl,
      MAILS: mailer ? 'send' : 'keep',
      MAKER_HASH: await hashOf(token),
      // The front says whom it saw, and nobody else reaches the Worker.
      TRUST_PROXY: 'on',
    },
  })
  const common = {
    log,
    target: async () => (await holder.current(HOLD_MS)).port,
    isFull: () => isFull(state),
  }
  const front = await startFront({ ...common, place: placeToListen(process.env, { host, port }), isProxy })
  if (front.port !== port)
    throw new Error(`The service manager's socket is at port ${front.port}: start with --port ${front.port}`)

  const renew = (why: string) =>
    void holder
      .renew(why, () => front.settled(SETTLE_MS))
      .catch((error: Error) => log('error', { kind: 'renew', message: error.message }))

  /** Makes renditions here. It asks by the host of staff's calls, on a port of its own. */
  async function startMaker(): Promise<() => Promise<void>> {
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

  let isEnding = false
  let endMaker = async () => {}
  let endSchedule = () => {}
  const end = async () => {
    if (isEnding) return
    isEnding = true
    log('info', { kind: 'end', message: 'Ending: requests under way have 10 s' })
    endSchedule()
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

  const run = async (cron: string, at: Date) => {
    try {
      await (await holder.current()).scheduled(cron, at)
    } catch (error) {
      log('error', { kind: 'cron', cron, message: error instanceof Error ? error.message : 'no error' })
    }
  }
  // They take a newer Node than the rest.
  const endBackups =
    options.backups && (await import('./backups.ts')).startBackups({ ...options.backups, data, log })
  const endCrons = startSchedule(site.options.cronTriggers, run)
  endSchedule = () => {
    endCrons()
    endBackups?.()
  }
  const nightly = site.options.cronTriggers.find((cron) => cron !== '* * * * *')
  if (nightly) void pause(ROUND_MS, undefined, { ref: false }).then(() => run(nightly, new Date()))
  if (settings.isMaking && !settings.vars.SITE_URL) endMaker = await startMaker()

  setInterval(() => {
    state = stateOf(data)
    noteChildren(data, runtimePids())
    if (!isEnding && isLarge(state)) renew('its memory is at its limit')
  }, LOOK_MS).unref()
  setInterval(() => {
    if (!isEnding && copiesOf(data) > COPIES_MOST) renew('its copies are at their limit')
  }, COUNT_MS).unref()
}

/** The name by which this machine reaches an address that it listens on. */
const reachable = (host: string): string =>
  ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host

async function sayFirstLink(db: Runtime['db'], vars: Record<string, string>, ownUrl: string, log: Log) {
  if (vars.SITE_URL) return
  const path = await addFirstLink(db)
  const base = vars.PUBLIC_URL || ownUrl
  if (path) log('info', { kind: 'first-staff', message: `Staff, once: ${base}${path} until they have come` })
}

/** Bytes of the copies' files. */
function copiesOf(data: string): number {
  return COPIES.map((name) => join(data, 'v3', name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** The runtime that requests go to: one after the other, each with the same stores. */
function holdRuntime(options: RuntimeOptions) {
  let isOpen = false
  let opened = () => {}
  const opening = new Promise<void>((resolve) => {
    opened = resolve
  })
  let runtime = begin()
  let renewing = false

  async function begin(): Promise<Runtime> {
    const started = await startRuntime(options)
    noteChildren(options.data, runtimePids())
    if (isOpen) await started.wake()
    return started
  }

  return {
    /** @param ms how long to wait until it is migrated; without it the runtime that starts */
    async current(ms?: number): Promise<Runtime> {
      if (ms === undefined || (isOpen && !renewing)) return runtime
      const late = pause(ms, undefined, { ref: false }).then(() => {
        throw new Error('The runtime does not start in time')
      })
      return Promise.race([opening.then(() => runtime), late])
    },
    open() {
      isOpen = true
      opened()
      void runtime.then((started) => started.wake())
    },
    /** Starts it anew; requests wait meanwhile. @param settled waits for those under way */
    async renew(why: string, settled: () => Promise<void>): Promise<void> {
      if (renewing || !isOpen) return
      renewing = true
      options.log('warn', { kind: 'renew', message: `The runtime starts anew: ${why}` })
      const old = runtime
      runtime = old.then(async (started) => {
        await settled()
        await started.dispose()
        for (const name of COPIES) rmSync(join(options.data, 'v3', name), { recursive: true, force: true })
        return begin()
      })
      await runtime.finally(() => {
        renewing = false
      })
    },
    async end(): Promise<void> {
      await (await runtime).dispose()
    },
  }
}

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { withLock } from '../lock.mjs'
import { root } from './run-step.ts'
import { startSchedule } from './schedule.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { workerModules } from './worker-modules.ts'

/**
 * `state`: the folder of the local stores; without one they are empty, and gone with the server. `unlimited`: no rate
 * limits, for tests that read more from one address than a visitor may.
 */
export type ServeOptions = {
  port: number
  vars: Record<string, string>
  state?: string
  unlimited?: boolean
  /** A folder of a built Worker and its assets that stays as it is, in place of a copy of `dist/`. */
  build?: string
  /** Whether what is due happens by itself. */
  scheduled?: boolean
}

const HOST = '127.0.0.1'

/** Copies the Worker and its assets out of `dist/`, which later builds change; returns the folder. */
export async function copyBuild(): Promise<string> {
  const folder = temporaryFolder('build')
  await withLock(root, 'build', () => {
    for (const part of ['worker', 'assets']) {
      cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
    }
  })
  return folder
}

/** Runs the bundle with every binding of wrangler.toml simulated; returns a function that stops it. */
export async function serveSimulated({
  port,
  vars,
  state,
  unlimited = false,
  build: given,
  scheduled = false,
}: ServeOptions): Promise<() => Promise<void>> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'))
  const build = given ?? (await copyBuild())
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: HOST,
      port: 0,
      cf: false,
      log: new Log(LogLevel.WARN),
      telemetry: { enabled: false },
      ...(state && { resourcePersistencePath: join(state, 'v3') }),
      ...workerOptions,
      ...(unlimited && { ratelimits: {} }),
      // Mails lead to the address that is printed. A log line per request would be part of every measurement: `--var LOGS:on` wants them.
      bindings: {
        ...(workerOptions.bindings as object),
        LOGS: 'off',
        LOCAL_URL: `http://${HOST}:${port}`,
        MAILS: 'keep',
        ...vars,
      },
      assets: { ...(workerOptions.assets as object), directory: join(build, 'assets') },
      modules: workerModules(build).map(({ path }) => ({ type: 'ESModule', path })),
      modulesRoot: join(build, 'worker'),
      name: 'loopframe',
      unsafeDirectSockets: [{ host: HOST, port }],
    }),
  )
  await miniflare.ready
  const worker = await miniflare.getWorker('loopframe')
  const endSchedule = scheduled
    ? startSchedule(workerOptions.cronTriggers as string[], (cron, scheduledTime) =>
        worker.scheduled({ cron, scheduledTime }).catch(() => {}),
      )
    : () => {}
  return () => {
    endSchedule()
    return miniflare.dispose()
  }
}

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noteChildren } from '../steps/data-folder.ts'
import { runtimePids } from './processes.ts'
import { type Runtime, type RuntimeOptions, startRuntime } from './runtime.ts'

/** Where the runtime keeps copies of others' answers. They can be made again, and it never removes any. */
const COPIES = ['cache', 'kv']
/** ms until a runtime that does not start is tried again; doubled each time. */
const AGAIN_MS = 1000
const AGAIN_MOST_MS = 30_000
/** ms that a runtime serves at least: one that is over a limit from its start would do nothing but start. */
const LEAST_MS = 30_000

/** Bytes that copies have on the disk. */
export function copiesOf(data: string): number {
  return COPIES.map((name) => join(data, 'v3', name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}

export type Holder = ReturnType<typeof holdRuntime>

/** The runtime that requests go to: one after the other, each with the same stores. Tests start others, sooner again. */
export function holdRuntime(options: RuntimeOptions, { start = startRuntime, againMs = AGAIN_MS } = {}) {
  const ending = new AbortController()
  let isOpen = false
  let opened = () => {}
  const opening = new Promise<void>((resolve) => {
    opened = resolve
  })
  let renewing = false
  let begunAt = 0
  let runtime = begin()

  async function begin(): Promise<Runtime> {
    const started = await start(options)
    begunAt = Date.now()
    noteChildren(options.data, runtimePids())
    try {
      if (isOpen) await started.wake()
      return started
    } catch (error) {
      // Two runtimes must not have one folder.
      await started.dispose()
      throw error
    }
  }

  /** A server that serves already is not given up: memory or disk may be there again soon. */
  async function beginAgain(): Promise<Runtime> {
    for (let ms = againMs; ; ms = Math.min(2 * ms, AGAIN_MOST_MS)) {
      try {
        return await begin()
      } catch (error) {
        const why = error instanceof Error ? error.message : 'no error'
        options.log('error', {
          kind: 'renew',
          message: `The runtime does not start, and is tried again: ${why}`,
        })
        await pause(ms, undefined, { signal: ending.signal })
      }
    }
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
    /** Restarts it; requests wait meanwhile. @param settled waits for those under way */
    async renew(why: string, settled: () => Promise<void>): Promise<void> {
      if (renewing || !isOpen || Date.now() - begunAt < LEAST_MS) return
      renewing = true
      options.log('warn', { kind: 'renew', message: `The runtime restarts: ${why}` })
      const old = runtime
      runtime = old.then(async (started) => {
        await settled()
        await started.dispose()
        for (const name of COPIES) rmSync(join(options.data, 'v3', name), { recursive: true, force: true })
        return beginAgain()
      })
      await runtime.finally(() => {
        renewing = false
      })
    },
    async end(): Promise<void> {
      ending.abort()
      await runtime.then((started) => started.dispose()).catch(() => {})
    },
  }
}

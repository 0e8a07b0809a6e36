import { dirname, join } from 'node:path'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { getPlatformProxy } from 'wrangler'
import { root } from '../steps/run-step.ts'
import { patient } from './patient.ts'

/** The two stores of a library and the configuration beside them; `close` ends the runtime behind them. */
export type Library = { db: D1Database; media: R2Bucket; vars: object; close: () => Promise<void> }

type Place = {
  /** The wrangler.toml that binds DB and MEDIA; by default the repository's. */
  config?: string
  /** The folder of the local stores, as for `wrangler dev --persist-to`; by default `.wrangler/state` beside the config. */
  state?: string
  /** Reads secrets from `.dev.vars` too, as `wrangler dev` does. */
  withSecrets?: boolean
}

/**
 * Opens the local D1 and R2 that `wrangler dev` uses: a folder `v3` below its state, beside its configuration.
 * The path is always explicit, because the proxy's default depends on the working directory.
 */
export async function openLocalLibrary(place: Place = {}): Promise<Library> {
  const { config = join(root, 'wrangler.toml') } = place
  const { state = join(dirname(config), '.wrangler', 'state') } = place
  const { env, dispose } = await getPlatformProxy<{ DB?: D1Database; MEDIA?: R2Bucket }>({
    configPath: config,
    persist: { path: join(state, 'v3') },
    remoteBindings: false,
    ...(!place.withSecrets && { envFiles: [] }),
  })
  const { DB, MEDIA } = env
  if (DB && MEDIA) return { db: patient(DB), media: patient(MEDIA), vars: env, close: dispose }
  await dispose()
  throw new Error(`${config} has to bind a D1 database as DB and an R2 bucket as MEDIA`)
}

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { readMigrations } from '../library/migrate.ts'
import { withLock } from '../lock.mjs'
import { root } from '../steps/run-step.ts'

/** What of wrangler.toml the server has in its own way, or a machine has not. */
const OTHERWISE = [
  'assets',
  'email',
  'modulesRules',
  'queueProducers',
  'rootPath',
  'serviceBindings',
  'unsafeBindings',
]

/** Puts the build of `dist/` into a folder, as a server serves it (`site.ts`). */
export async function makeSite(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await withLock(root, 'build', () => {
    for (const part of ['worker', 'assets'])
      cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  })
  await esbuild.build({
    entryPoints: [join(root, 'worker/machine/queues.ts')],
    outfile: join(folder, 'machine.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['cloudflare:*'],
    logLevel: 'warning',
  })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'))
  const options = Object.fromEntries(
    Object.entries(workerOptions).filter(([name]) => !OTHERWISE.includes(name)),
  )
  writeFileSync(join(folder, 'options.json'), JSON.stringify(options))
  writeFileSync(join(folder, 'migrations.json'), JSON.stringify(readMigrations()))
}

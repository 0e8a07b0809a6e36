import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keepOldAssets } from '../deploying/old-assets.ts'
import type { Migration } from '../library/apply-migrations.ts'

/**
 * What a server serves, as a folder has it: the built Worker and its assets, the Worker of the queues (`machine.js`), the
 * migrations, and what wrangler.toml says.
 */
export type Site = { folder: string; migrations: Migration[]; options: SiteOptions }

/** wrangler.toml, as Miniflare takes it. */
export type SiteOptions = {
  bindings: Record<string, string>
  cronTriggers: string[]
  queueConsumers: Record<string, { maxBatchSize: number; maxBatchTimeout: number; maxRetries: number }>
  compatibilityDate: string
  compatibilityFlags: string[]
} & Record<string, unknown>

const readJson = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

export const readSite = (folder: string): Site => ({
  folder,
  migrations: readJson(folder, 'migrations.json'),
  options: readJson(folder, 'options.json'),
})

/**
 * Copies what is served into the data folder, with the scripts of the two builds before, which pages that are open ask for. From
 * there it is served: an upgrade replaces the package's files while the server runs.
 * @param aside a folder on the same disk, for the copy before
 */
export async function takeSite(site: Site, data: string, aside: string): Promise<Site> {
  const [place, next, old] = [join(data, 'site'), join(aside, 'site'), join(aside, 'site-before')]
  cpSync(site.folder, next, { recursive: true })
  await keepOldAssets(join(next, 'assets'), undefined, [join(place, 'assets')])
  if (existsSync(place)) renameSync(place, old)
  renameSync(next, place)
  rmSync(old, { recursive: true, force: true })
  return { ...site, folder: place }
}

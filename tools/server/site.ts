import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

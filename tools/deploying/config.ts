import { join } from 'node:path'
import { experimental_readRawConfig } from 'wrangler'
import { root } from '../steps/run-step.ts'

type Bound = { binding: string }

/** The part of a configuration that a deploy looks at; all else stays as it is. */
export type DeployConfig = {
  name: string
  account_id?: string
  main: string
  base_dir: string
  workers_dev?: boolean
  route?: string | Route
  routes?: (string | Route)[]
  limits?: object
  vars: Record<string, unknown>
  assets?: { directory?: string } & Bound
  kv_namespaces?: (Bound & { id?: string })[]
  d1_databases?: (Bound & { database_id?: string; database_name: string; migrations_dir?: string })[]
  r2_buckets?: (Bound & { bucket_name: string })[]
  queues?: {
    producers?: (Bound & { queue: string })[]
    consumers?: { queue: string; dead_letter_queue?: string }[]
  }
  analytics_engine_datasets?: Bound[]
  images?: Bound
  send_email?: { name: string }[]
}
type Route = { pattern: string; custom_domain?: boolean }

export const CONFIG = join(root, 'wrangler.toml')

/** `wrangler.toml` as it is written. */
export const readDeployConfig = (): DeployConfig =>
  experimental_readRawConfig({ config: CONFIG }).rawConfig as unknown as DeployConfig

/** All queues that a configuration names. */
export function queuesOf({ queues }: DeployConfig): string[] {
  const names = [
    ...(queues?.producers ?? []).map(({ queue }) => queue),
    ...(queues?.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ]
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** The configuration without a key. */
export function without<K extends keyof DeployConfig>(config: DeployConfig, key: K): DeployConfig {
  const { [key]: _, ...others } = config
  return others as DeployConfig
}

/** The same for a folder that has a build: `worker` and `assets` there, the migrations of this checkout. */
export const atFolder = (config: DeployConfig): DeployConfig => ({
  ...config,
  main: 'worker/index.js',
  base_dir: 'worker',
  ...(config.assets && { assets: { ...config.assets, directory: 'assets' } }),
  ...(config.d1_databases && {
    d1_databases: config.d1_databases.map((each) => ({
      ...each,
      migrations_dir: join(root, each.migrations_dir ?? 'migrations'),
    })),
  }),
})

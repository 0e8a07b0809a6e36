import { type Account, listAll, RefusedError } from './account.ts'
import { type DeployConfig, queuesOf } from './config.ts'

/** A thing that the Worker needs in the account. `make` returns its id. */
type Resource = { kind: string; name: string; id: string | undefined; make: () => Promise<string> }

/** As wrangler names what it makes for a binding. */
const namespaceOf = (config: DeployConfig, binding: string) =>
  `${config.name}-${binding.toLowerCase().replaceAll('_', '-')}`

/** One that another run has made in the meantime is there. */
const unlessThere = async (made: Promise<unknown>): Promise<void> => {
  await made.catch((error) => {
    if (!(error instanceof RefusedError) || ![409, 400].includes(error.status)) throw error
    if (!/already|exists|taken/i.test(error.message)) throw error
  })
}

async function databases({ call }: Account, config: DeployConfig): Promise<Resource[]> {
  const wanted = (config.d1_databases ?? []).filter(({ database_id }) => !database_id)
  if (wanted.length === 0) return []
  const there = await listAll<{ uuid: string; name: string }>(call, '/d1/database')
  return wanted.map(({ database_name: name }) => ({
    kind: 'database',
    name,
    id: there.find((each) => each.name === name)?.uuid,
    make: async () => (await call<{ uuid: string }>('POST', '/d1/database', { name })).uuid,
  }))
}

async function namespaces({ call }: Account, config: DeployConfig): Promise<Resource[]> {
  const wanted = (config.kv_namespaces ?? []).filter(({ id }) => !id)
  if (wanted.length === 0) return []
  const there = await listAll<{ id: string; title: string }>(call, '/storage/kv/namespaces')
  return wanted.map(({ binding }) => {
    const title = namespaceOf(config, binding)
    return {
      kind: 'namespace',
      name: title,
      id: there.find((each) => each.title === title)?.id,
      make: async () => (await call<{ id: string }>('POST', '/storage/kv/namespaces', { title })).id,
    }
  })
}

async function buckets({ call }: Account, config: DeployConfig): Promise<Resource[]> {
  return Promise.all(
    (config.r2_buckets ?? []).map(async ({ bucket_name: name }) => ({
      kind: 'bucket',
      name,
      id: await call('GET', `/r2/buckets/${name}`).then(
        () => name,
        (error) => {
          if (error instanceof RefusedError && error.status === 404) return undefined
          throw error
        },
      ),
      make: async () => {
        await unlessThere(call('POST', '/r2/buckets', { name }))
        return name
      },
    })),
  )
}

async function queues({ call }: Account, config: DeployConfig): Promise<Resource[]> {
  const wanted = queuesOf(config)
  if (wanted.length === 0) return []
  const there = await listAll<{ queue_name: string }>(call, '/queues')
  return wanted.map((name) => ({
    kind: 'queue',
    name,
    id: there.some(({ queue_name }) => queue_name === name) ? name : undefined,
    make: async () => {
      await unlessThere(call('POST', '/queues', { queue_name: name }))
      return name
    },
  }))
}

/** What the configuration needs in the account, and what of it is there. */
export async function findResources(account: Account, config: DeployConfig): Promise<Resource[]> {
  const kinds = await Promise.all([
    databases(account, config),
    namespaces(account, config),
    buckets(account, config),
    queues(account, config),
  ])
  return kinds.flat()
}

/** Makes what is missing. @returns the ids by kind and name */
export async function makeMissing(resources: readonly Resource[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { kind, name, id, make } of resources) {
    ids.set(`${kind} ${name}`, id ?? (await make()))
    if (id === undefined) console.log(`Made the ${kind} ${name}`)
  }
  return ids
}

/** The configuration with the ids of databases and namespaces, which a deploy needs. */
export const withIds = (config: DeployConfig, ids: ReadonlyMap<string, string>): DeployConfig => ({
  ...config,
  ...(config.d1_databases && {
    d1_databases: config.d1_databases.map((each) => {
      const database_id = each.database_id ?? ids.get(`database ${each.database_name}`)
      return { ...each, ...(database_id && { database_id }) }
    }),
  }),
  ...(config.kv_namespaces && {
    kv_namespaces: config.kv_namespaces.map((each) => {
      const id = each.id ?? ids.get(`namespace ${namespaceOf(config, each.binding)}`)
      return { ...each, ...(id && { id }) }
    }),
  }),
})

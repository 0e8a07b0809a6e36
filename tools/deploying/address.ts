import { type Account, RefusedError } from './account.ts'
import type { DeployConfig } from './config.ts'

/** Where the product will be. `domain`: one to deploy to; `workersDev`: an address on workers.dev. */
export type Address = { url: string; domain?: string; workersDev: boolean }

/** The host of a route that names a whole one. */
function hostOf({ route, routes = [] }: DeployConfig): string | undefined {
  const all = route === undefined ? routes : [route, ...routes]
  const [first] = all.map((each) => (typeof each === 'string' ? each : each.pattern))
  const host = first?.replace(/\/\*?$/, '')
  return host && /^[a-z0-9.-]+$/i.test(host) ? host : undefined
}

/** A call whose result does not matter where the token may not make it. */
const ifSeen = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error) => {
    if (error instanceof RefusedError) return undefined
    throw error
  })

async function domainNow({ call }: Account, { name }: DeployConfig): Promise<string | undefined> {
  const domains = await ifSeen(
    call<{ hostname: string; service: string }[]>('GET', `/workers/domains?service=${name}`),
  )
  return domains?.find(({ service }) => service === name)?.hostname
}

const NO_SUBDOMAIN = (id: string) =>
  `This account has no name on workers.dev yet. Choose one at https://dash.cloudflare.com/${id}/workers/onboarding, or use a domain: npm run deploy -- --domain gifs.example.com`

async function onWorkersDev(account: Account, { name }: DeployConfig): Promise<Address> {
  const { id, call } = account
  const found = await ifSeen(call<{ subdomain?: string }>('GET', '/workers/subdomain'))
  if (!found?.subdomain) throw new Error(NO_SUBDOMAIN(id))
  return { url: `https://${name}.${found.subdomain}.workers.dev`, workersDev: true }
}

/**
 * Where a deploy leads: to the domain that it names, the configuration has, or the Worker has already; else to an address on
 * workers.dev.
 * @throws Error where there is none, which says what to do
 */
export async function findAddress(
  account: Account,
  config: DeployConfig,
  { domain, workersDev }: { domain: string | undefined; workersDev: boolean },
): Promise<Address> {
  if (domain) return { url: `https://${domain}`, domain, workersDev: false }
  if (workersDev) return onWorkersDev(account, config)
  const routed = hostOf(config)
  if (routed) return { url: `https://${routed}`, workersDev: false }
  const now = await domainNow(account, config)
  if (now) return { url: `https://${now}`, domain: now, workersDev: false }
  return onWorkersDev(account, config)
}

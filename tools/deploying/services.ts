import { type Account, RefusedError } from './account.ts'
import { type DeployConfig, without } from './config.ts'

/** `unseen`: the token may not ask. */
export type State = 'on' | 'off' | 'unseen'

type Service = {
  name: string
  /** What is bound to it. */
  bindings: string
  /** Asks the account; false where it is not switched on, although it may be asked. */
  ask: (account: Account) => Promise<boolean>
  /** What does not work without it. */
  lost: string
  /** How an operator switches it on. */
  remedy: (account: string) => string
  /** What a token needs to see it. */
  permission: string
  isBound: (config: DeployConfig) => boolean
  leaveOut: (config: DeployConfig) => DeployConfig
  /** What the platform says of a Worker that has it bound where it is off. */
  refusal: RegExp
}

const dash = (path: string) => (account: string) =>
  `switch it on at https://dash.cloudflare.com/${account}/${path}, and deploy again`

/** Asks by a list that an account without the service refuses. */
const byList = (path: string) => async (account: Account) => {
  await account.call('GET', path)
  return true
}

/** Zones that send mail, or addresses that have agreed to get some. */
async function sendsMail(account: Account): Promise<boolean> {
  const lists = await Promise.allSettled([
    account.call<{ enabled?: boolean }[]>('GET', '/email/sending/zones'),
    account.call<{ enabled?: boolean }[]>('GET', '/email/routing/zones'),
  ])
  const known = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  if (known.some(({ enabled }) => enabled !== false)) return true
  const [refused] = lists.flatMap((list) => (list.status === 'rejected' ? [list.reason] : []))
  if (refused) throw refused
  return false
}

/** Everything that an account may lack, in the order in which it is told. */
export const SERVICES: readonly Service[] = [
  {
    name: 'D1',
    bindings: 'DB',
    ask: byList('/d1/database?per_page=10'),
    lost: 'no library of its own, no accounts: it needs PROVIDER_URL',
    remedy: dash('workers/d1'),
    permission: 'D1: Edit',
    isBound: ({ d1_databases }) => Boolean(d1_databases?.length),
    leaveOut: (config) => without(config, 'd1_databases'),
    refusal: /enable D1|D1 is not/i,
  },
  {
    name: 'KV',
    bindings: 'CACHE',
    ask: byList('/storage/kv/namespaces?per_page=5'),
    lost: 'each data centre keeps copies of its own, and more reads go to the database',
    remedy: dash('workers/kv/namespaces'),
    permission: 'Workers KV Storage: Edit',
    isBound: ({ kv_namespaces }) => Boolean(kv_namespaces?.length),
    leaveOut: (config) => without(config, 'kv_namespaces'),
    refusal: /enable KV|KV is not/i,
  },
  {
    name: 'R2',
    bindings: 'MEDIA',
    ask: byList('/r2/buckets?per_page=5'),
    lost: 'no pictures of its own: uploads and ingest fail',
    remedy: dash('r2'),
    permission: 'Workers R2 Storage: Edit',
    isBound: ({ r2_buckets }) => Boolean(r2_buckets?.length),
    leaveOut: (config) => without(config, 'r2_buckets'),
    refusal: /code: (10042|10136)\b|enable R2/i,
  },
  {
    name: 'Queues',
    bindings: 'PINGBACKS, JOBS',
    ask: byList('/queues'),
    lost: 'pingbacks, mails, and renditions are done right after the response; what fails then waits for the night',
    remedy: dash('workers/queues'),
    permission: 'Queues: Edit',
    isBound: ({ queues }) => queues !== undefined,
    leaveOut: (config) => without(config, 'queues'),
    refusal: /code: 100129\b|enable queues|queues is not/i,
  },
  {
    name: 'Analytics Engine',
    bindings: 'EVENTS',
    ask: async (account) => {
      await account.call('GET', `/analytics_engine/sql?query=${encodeURIComponent('SHOW TABLES')}`)
      return true
    },
    lost: 'no counts of events in the platform’s own statistics',
    remedy: dash('workers/analytics-engine'),
    permission: 'Account Analytics: Read',
    isBound: ({ analytics_engine_datasets }) => Boolean(analytics_engine_datasets?.length),
    leaveOut: (config) => without(config, 'analytics_engine_datasets'),
    refusal: /code: 10089\b|analytics.engine/i,
  },
  {
    name: 'Images',
    bindings: 'IMAGES',
    ask: byList('/images/v1/stats'),
    lost: 'uploads keep their own format until `npm run renditions -- --to URL` has made the others',
    remedy: dash('images'),
    permission: 'Cloudflare Images: Read',
    isBound: ({ images }) => images !== undefined,
    leaveOut: (config) => without(config, 'images'),
    refusal: /of type images|enable images|images is not/i,
  },
  {
    name: 'Email',
    bindings: 'MAIL',
    ask: sendsMail,
    lost: 'mails stay in the outbox, where staff find their links (/admin/outbox)',
    remedy: dash('email-service'),
    permission: 'Email Routing Addresses: Read',
    isBound: ({ send_email }) => Boolean(send_email?.length),
    leaveOut: (config) => without(config, 'send_email'),
    refusal: /of type send_email|enable email|email routing is not/i,
  },
]

export type Answers = ReadonlyMap<Service, State>

/** Asks an account what is switched on there. @throws Error where it cannot be asked at all */
export async function askServices(account: Account, config: DeployConfig): Promise<Answers> {
  const asked = SERVICES.filter((service) => service.isBound(config))
  return new Map(await Promise.all(asked.map(async (each) => [each, await stateOf(each, account)] as const)))
}

async function stateOf(service: Service, account: Account): Promise<State> {
  try {
    return (await service.ask(account)) ? 'on' : 'off'
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status >= 500 || error.status === 429) throw error
    // The statistics refuse a token in the same words as an account that has none.
    const isUnclear = error.isOfToken || (error.status === 403 && error.code === 0)
    return isUnclear ? 'unseen' : 'off'
  }
}

/** A line about a service that is left out. */
export const lineOfOff = ({ name, bindings, lost, remedy }: Service, account: string): string =>
  `${name} is off, so ${bindings} ${bindings.includes(',') ? 'are' : 'is'} left out: ${lost}. To have it, ${remedy(account)}.`

/** The configuration without what is off, and what was left out. */
export function leaveOutOff(config: DeployConfig, answers: Answers) {
  const off = [...answers].filter(([, state]) => state === 'off').map(([service]) => service)
  return { off, config: off.reduce((rest, service) => service.leaveOut(rest), config) }
}

/** The bound service that a deploy was refused for, if its words say so. */
export const refusedService = (output: string, config: DeployConfig): Service | undefined => {
  const failure = output.slice(Math.max(0, output.search(/\[ERROR\]/)))
  return SERVICES.find((service) => service.isBound(config) && service.refusal.test(failure))
}

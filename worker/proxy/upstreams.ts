import type { UpstreamName } from '../../shared/calls/call.ts'
import { AppError } from '../../shared/errors.ts'
import type { Transport } from '../../shared/net/transport.ts'
import type { Config } from '../env.ts'
import { type Breaker, createBreaker } from '../upstreams/breaker.ts'

/** The services whose calls are passed on as they are made, by people with credentials of their own. */
export type ProxiedName = Extract<UpstreamName, 'site' | 'gateway' | 'imaging'>

/** How long an upstream may take, in ms: until its answer begins, and until it has ended. */
type Deadlines = { answer: number; whole: number }

export type ProxiedUpstream = {
  name: ProxiedName
  base: string
  /** None where nothing is configured: its calls are unavailable. */
  transport: Transport | undefined
  breaker: Breaker
  deadlines: Deadlines
}

const DEADLINES: Record<ProxiedName, Deadlines> = {
  site: { answer: 5_000, whole: 10_000 },
  gateway: { answer: 5_000, whole: 10_000 },
  // It fetches and cuts before it answers.
  imaging: { answer: 20_000, whole: 25_000 },
}

/** The variable that says where an upstream is. */
export const URL_OF = {
  site: 'SITE_URL',
  gateway: 'GATEWAY_URL',
  imaging: 'IMAGING_URL',
} as const satisfies Record<ProxiedName, keyof Config>

export const notConfigured = (name: ProxiedName) =>
  new AppError('unavailable', `The ${name} calls have no service here: ${URL_OF[name]} is not configured`)

/** The proxied upstreams, each with a breaker of its own. */
export function createUpstreams(
  config: Pick<Config, 'SITE_URL' | 'GATEWAY_URL' | 'IMAGING_URL'>,
  network: Transport,
): Record<ProxiedName, ProxiedUpstream> {
  const upstream = (name: ProxiedName): ProxiedUpstream => {
    const base = config[URL_OF[name]]
    const transport = base ? network : undefined
    return { name, base, transport, breaker: createBreaker(Date.now), deadlines: DEADLINES[name] }
  }
  return { site: upstream('site'), gateway: upstream('gateway'), imaging: upstream('imaging') }
}

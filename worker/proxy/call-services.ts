import type { Config } from '../env.ts'
import { network } from '../upstreams/network.ts'
import { createUpstreams, type ProxiedName, type ProxiedUpstream } from './upstreams.ts'
import { createVouch, type Vouch } from './vouch.ts'

/** What the proxied calls share in an isolate: upstreams with their breakers, and which sessions are known. */
export type CallServices = { upstreams: Record<ProxiedName, ProxiedUpstream>; vouch: Vouch }

// One per configuration, as in `index.ts`; made here, so that an isolate without such calls never loads it.
const made = new WeakMap<Config, CallServices>()

export function callServices(config: Config): CallServices {
  const known = made.get(config)
  if (known) return known
  const services = { upstreams: createUpstreams(config, network), vouch: createVouch(Date.now) }
  made.set(config, services)
  return services
}

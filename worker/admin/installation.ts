import type { Installation } from '../../shared/admin/admin-pages.ts'
import type { Services } from '../http/context.ts'

/** What the staff pages of an installation are made of. */
export function installationOf({ config, upstreams }: Services): Installation {
  const { site, gateway, worker } = upstreams
  const hasGateway = gateway.transport !== undefined
  const hasKeys = config.TAGGER_KEY !== '' && config.TAGGER_TOKEN !== ''
  return {
    own: site.hasOwnCalls,
    gateway: hasGateway,
    scheduler: hasGateway && (!gateway.needsKey || hasKeys),
    worker: worker.transport !== undefined,
  }
}

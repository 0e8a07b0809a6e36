import type { Transport } from '../../shared/net/transport.ts'

/** The network. Only `upstreams.ts` imports it: whatever leaves the Worker has a row there. */
export const network: Transport = (request) => fetch(request)

import type { Transport } from '../../shared/net/transport.ts'

/** The network. Only `upstreams.ts` imports it: all that leaves the Worker has a row there. */
export const network: Transport = (request) => fetch(request)

import type { Transport } from '../../shared/net/transport.ts'

/** The net itself: what an upstream with a URL is reached by. */
export const network: Transport = (request) => fetch(request)

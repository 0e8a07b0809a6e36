import type { gatewayCalls } from '../../shared/calls/gateway.ts'
import type { CheckedRequest, Handlers } from '../site/call-origin.ts'
import type { SiteDeps } from '../site/site-handlers.ts'

/** What the gateway's handlers work with: a part of what the site's do. */
export type GatewayDeps = Pick<SiteDeps, 'd1' | 'gifs' | 'hashVisitor'>

/** Likewise, with the request of one call. */
export type GatewayRequest = GatewayDeps & CheckedRequest

/** A handler for each of the gateway's calls. */
export type AllGatewayHandlers = Handlers<typeof gatewayCalls, GatewayDeps>

/** Handlers of some of them. */
export type GatewayHandlers = Partial<AllGatewayHandlers>

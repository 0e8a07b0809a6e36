import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { createPageClient } from '../dom/page-client.ts'

/** The calls of the gateway, by the session of who looks at the page. */
export const gateway = createPageClient(gatewayCalls)

/** A story, as the gateway has it. */
export type GatewayStory = NonNullable<Awaited<ReturnType<typeof gateway.story>>>

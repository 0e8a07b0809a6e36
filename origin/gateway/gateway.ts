import { gatewayCalls } from '../../shared/calls/gateway.ts'
import type { Origin } from '../../shared/server/origin.ts'
import type { JobDeps } from '../job.ts'
import { callOrigin } from '../site/call-origin.ts'
import { createVisitorHash } from '../stored-key.ts'
import { analyticsHandlers } from './analytics/analytics-handlers.ts'
import type { AllGatewayHandlers, GatewayDeps } from './gateway-handlers.ts'
import { scheduleHandlers } from './scheduler/schedule-handlers.ts'
import { storyHandlers } from './stories/story-handlers.ts'
import { trendingHandlers } from './stories/trending-handlers.ts'

const HANDLERS: AllGatewayHandlers = {
  ...storyHandlers,
  ...trendingHandlers,
  ...scheduleHandlers,
  ...analyticsHandlers,
}

const depsOf = ({ DB, gifs }: JobDeps): GatewayDeps => ({
  d1: DB,
  gifs,
  hashVisitor: createVisitorHash(DB, () => Date.now()),
})

/** The embedded gateway: stories of the embedded site's people, what staff schedule, and analytics, from the database. */
export const gatewayOrigin = (deps: JobDeps): Origin =>
  callOrigin({ calls: gatewayCalls, handlers: HANDLERS, deps: depsOf(deps) })

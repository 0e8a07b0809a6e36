import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { depsOf } from '../jobs.ts'
import { callOrigin } from '../site/call-origin.ts'
import { analyticsHandlers } from './analytics/analytics-handlers.ts'
import type { AllGatewayHandlers } from './gateway-request.ts'
import { scheduleHandlers } from './scheduler/schedule-handlers.ts'
import { storyHandlers } from './stories/story-handlers.ts'
import { trendingStoryHandlers } from './stories/trending-handlers.ts'

const HANDLERS: AllGatewayHandlers = {
  ...storyHandlers,
  ...trendingStoryHandlers,
  ...scheduleHandlers,
  ...analyticsHandlers,
}

/** The embedded gateway: stories of the embedded site's people, what staff schedule, and analytics, from the database. */
export const gatewayOrigin = (deps: Parameters<typeof depsOf>[0]) =>
  callOrigin({ calls: gatewayCalls, handlers: HANDLERS, deps: depsOf(deps) })

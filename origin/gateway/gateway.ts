import { gatewayCalls } from '../../shared/calls/gateway.ts'
import type { Origin } from '../../shared/server/origin.ts'
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

type Deps = Parameters<typeof depsOf>[0]

const originWith = (deps: Deps): Origin =>
  callOrigin({ calls: gatewayCalls, handlers: HANDLERS, deps: depsOf(deps) })

/**
 * The embedded gateway: stories of the embedded site's people, what staff schedule, and analytics, from the database.
 * `reads` and `writes` have the same database with other deadlines.
 */
export function gatewayOrigin({ reads, writes }: { reads: Deps; writes: Deps }): Origin {
  const [read, write] = [originWith(reads), originWith(writes)]
  return (request, actor) =>
    (request.method === 'GET' || request.method === 'HEAD' ? read : write)(request, actor)
}

import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import type { Origin } from '../../upstreams/origin.ts'
import type { JobDeps } from '../job.ts'
import { databaseOf } from '../schema/database.ts'
import { callOrigin } from '../site/call-origin.ts'
import type { GatewayHandlers } from './gateway-handlers.ts'
import { scheduleHandlers } from './scheduler/schedule-handlers.ts'
import { storyHandlers } from './stories/story-handlers.ts'
import { trendingHandlers } from './stories/trending-handlers.ts'

const HANDLERS: GatewayHandlers = { ...storyHandlers, ...trendingHandlers, ...scheduleHandlers }

/** The embedded gateway: stories of the embedded site's people, and what staff schedule, from the database. */
export const gatewayOrigin = ({ DB, gifs }: JobDeps): Origin =>
  callOrigin({ calls: gatewayCalls, handlers: HANDLERS, deps: { db: databaseOf(DB), d1: DB, gifs } })

import type { D1Database, Queue } from '@cloudflare/workers-types'
import type { Installation, Waiting } from '../shared/server/origin.ts'
import { isoTime } from '../shared/time.ts'

const NOTE = 'INSERT INTO ticks (name, at) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = ?2'
const MIGRATION = 'SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1'
const TICKS = 'SELECT json_group_object(name, at) AS ticks FROM ticks'

/** Notes that a part of the schedule has run. */
export const noteTick = (d1: D1Database, name: 'minute' | 'night', nowMs: number) =>
  d1.prepare(NOTE).bind(name, isoTime(nowMs)).run()

async function waitingIn(queue: Queue | undefined): Promise<Waiting | null> {
  if (!queue) return null
  const { backlogCount, oldestMessageTimestamp: oldest } = await queue.metrics()
  return { waiting: backlogCount, oldest: backlogCount > 0 && oldest ? isoTime(Number(oldest)) : null }
}

/** What staff have to know of an installation: the last migration, when its schedule ran, what waits in its queues. */
export async function installation(
  d1: D1Database,
  queues: { JOBS?: Queue | undefined; PINGBACKS?: Queue | undefined },
): Promise<Installation> {
  const first = <T>(sql: string, name: string) =>
    d1
      .prepare(sql)
      .first<T>(name)
      .catch(() => null)
  const [migration, ticks, jobs, pingbacks] = await Promise.all([
    first<string>(MIGRATION, 'name'),
    first<string>(TICKS, 'ticks'),
    waitingIn(queues.JOBS).catch(() => null),
    waitingIn(queues.PINGBACKS).catch(() => null),
  ])
  const schedule = { minute: null, night: null, ...(JSON.parse(ticks ?? '{}') as object) }
  return { migration, schedule, queues: { jobs, pingbacks } }
}

import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import type { SiteRequest } from '../site/site-handlers.ts'
import { keepHidden } from './bytes-door.ts'

/** What is done with all items of a person: they follow the person's state, or staff decide about all at once. */
const ACTS = ['state', 'hide', 'show', 'delete'] as const
export type ItemsAct = (typeof ACTS)[number]

/** Items of one step: a statement that changes more takes too long. A deletion changes many rows of each item. */
const STEP = { held: 250, deleted: 50 } as const
/** Items whose copies are renewed before the response. All are in the log of changes, which every isolate reads. */
const REFRESHED_MAX = 30

const STATE = '(SELECT standing FROM users WHERE id = ?1)'
const isOpen = (act: ItemsAct) =>
  `EXISTS (SELECT 1 FROM item_works WHERE user_id = ?1 AND act = '${act}' AND done_at IS NULL)`

/** Why items are held, when they come to be, when they end, and what is true of an item `g` that is still to be held. */
const CAUSES = {
  limited: { while: `${STATE} = 'limited'`, until: `${STATE} = 'active'`, where: 'g.is_indexable = 1' },
  suspended: {
    while: `${STATE} = 'suspended'`,
    until: `${STATE} <> 'suspended'`,
    where: isShownBut('suspended'),
  },
  staff: { while: isOpen('hide'), until: isOpen('show'), where: isShownBut('staff') },
} as const

/** SQL: an item that is shown, or would be once other causes end. */
function isShownBut(cause: string): string {
  return `(g.is_hidden = 0 OR EXISTS (
    SELECT 1 FROM held_items WHERE gif_id = g.id AND kept = 0 AND cause NOT IN ('limited', '${cause}')))`
}

// ?1 the person, ?2 now. Each step finds what is left, so that a repetition does no harm.
const hold = (cause: keyof typeof CAUSES) => `
  INSERT INTO held_items (user_id, cause, gif_id, created_at)
  SELECT ?1, '${cause}', g.id, ?2 FROM gifs AS g
   WHERE g.user_id = ?1 AND ${CAUSES[cause].while} AND ${CAUSES[cause].where}
     AND NOT EXISTS (SELECT 1 FROM held_items WHERE user_id = ?1 AND cause = '${cause}' AND gif_id = g.id)
   LIMIT ${STEP.held}
  RETURNING gif_id`
const release = (cause: keyof typeof CAUSES) => `
  DELETE FROM held_items
   WHERE user_id = ?1 AND cause = '${cause}' AND gif_id IN (
           SELECT gif_id FROM held_items WHERE user_id = ?1 AND cause = '${cause}' AND ${CAUSES[cause].until} LIMIT ${STEP.held})
  RETURNING gif_id`

const NEXT = `SELECT id FROM gifs WHERE user_id = ?1 AND ${isOpen('delete')} LIMIT ${STEP.deleted}`
const DELETE = [
  keepHidden(NEXT),
  `INSERT OR IGNORE INTO unused_files (r2_key) SELECT r2_key FROM renditions WHERE gif_id IN (${NEXT})`,
  `DELETE FROM favorites WHERE gif_id IN (${NEXT})`,
  `DELETE FROM gifs WHERE id IN (${NEXT}) RETURNING id AS gif_id`,
]

/** What a moderator has shown for itself is held again by a newer decision. ?1 the person */
const LET_GO = `
  DELETE FROM held_items
   WHERE user_id = ?1 AND kept = 1 AND gif_id IN (SELECT id FROM gifs WHERE user_id = ?1 AND is_hidden = 0)`

/** The statements of a step, and the act that what they return is counted for. */
const STEPS: readonly [act: ItemsAct, sql: string][] = [
  ['state', LET_GO],
  ['state', hold('limited')],
  ['state', hold('suspended')],
  ['hide', hold('staff')],
  ['state', release('limited')],
  ['state', release('suspended')],
  ['show', release('staff')],
  ...DELETE.map((sql) => ['delete', sql] as [ItemsAct, string]),
]

const BEGIN = `
  INSERT INTO item_works (user_id, act, created_at) SELECT ?1, ?2, ?3 WHERE changes() > 0
      ON CONFLICT (user_id, act) DO UPDATE SET items = 0, created_at = excluded.created_at, done_at = NULL`
const DROP = 'DELETE FROM item_works WHERE user_id = ?1 AND act = ?2 AND changes() > 0'

/**
 * The statement that begins to bring all items of a person to what is decided, right behind the statement that decides it: where
 * that has changed nothing, none begins. `startItems` does the rest.
 */
export const beginItems = (d1: D1Database, user: string, act: ItemsAct, nowMs: number): D1PreparedStatement =>
  d1.prepare(BEGIN).bind(user, act, isoTime(nowMs))

/** Likewise behind `beginItems`: what it is the opposite of ends. */
export const endItems = (d1: D1Database, user: string, act: ItemsAct): D1PreparedStatement =>
  d1.prepare(DROP).bind(user, act)

const COUNT = 'UPDATE item_works SET items = items + ?3 WHERE user_id = ?1 AND act = ?2 AND done_at IS NULL'
// What has begun since the step goes on.
const END = 'UPDATE item_works SET done_at = ?2 WHERE user_id = ?1 AND done_at IS NULL AND created_at <= ?2'
const OPEN = 'SELECT DISTINCT user_id FROM item_works WHERE done_at IS NULL LIMIT 50'

/**
 * Does one step of what is open for a person, and ends it where there is nothing left.
 * @returns the items that it has changed, and the jobs that follow
 */
async function step(DB: D1Database, user: string): Promise<{ ids: string[]; jobs: Job[] }> {
  const at = isoTime(Date.now())
  const bound = (sql: string) =>
    sql.includes('?2') ? DB.prepare(sql).bind(user, at) : DB.prepare(sql).bind(user)
  const done = await DB.batch<{ gif_id: string }>(STEPS.map(([, sql]) => bound(sql)))
  const idsOf = (act: ItemsAct) =>
    done.flatMap(({ results }, n) => (STEPS[n]?.[0] === act ? results.map(({ gif_id }) => gif_id) : []))
  const byAct = ACTS.map((act) => [act, idsOf(act)] as const)
  const ids = byAct.flatMap(([, each]) => each)
  await DB.batch([
    ...byAct.map(([act, each]) => DB.prepare(COUNT).bind(user, act, each.length)),
    ...(ids.length === 0 ? [DB.prepare(END).bind(user, at)] : []),
  ])
  const goesOn: Job[] = ids.length > 0 ? [{ kind: 'person-items', user }] : []
  return { ids, jobs: idsOf('delete').length > 0 ? [...goesOn, { kind: 'files' }] : goesOn }
}

/** Does the first step behind `beginItems`, and has the rest done after the response. */
export async function startItems(
  { d1, enqueue, gifsChanged, publicUrl }: SiteRequest,
  user: string,
): Promise<void> {
  const { ids, jobs } = await step(d1, user)
  for (const job of jobs) enqueue(job)
  await gifsChanged(ids.slice(0, REFRESHED_MAX), publicUrl)
}

/** The next step. @returns the jobs that follow */
export const workOnItems = async ({ DB }: JobDeps, user: string): Promise<Job[]> =>
  (await step(DB, user)).jobs

/** What is not done yet. */
export async function openWorks({ DB }: JobDeps): Promise<Job[]> {
  const { results } = await DB.prepare(OPEN).all<{ user_id: string }>()
  return results.map(({ user_id }) => ({ kind: 'person-items', user: user_id }))
}

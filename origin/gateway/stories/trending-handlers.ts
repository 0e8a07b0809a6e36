import * as v from 'valibot'
import { ROLE_RANK } from '../../../shared/calls/call.ts'
import { AppError } from '../../../shared/errors.ts'
import { auditIfChanged, personOf } from '../../site/actor.ts'
import { findRows, rowNumber } from '../../sql.ts'
import { type GatewayHandlers, type GatewayRequest, momentOf } from '../gateway-request.ts'
import { storiesById, storiesJson } from './stories.ts'

const TrendingRow = v.object({
  id: v.pipe(v.number(), v.transform(String)),
  story_id: v.string(),
  publish_at: v.string(),
})
type TrendingRow = v.InferOutput<typeof TrendingRow>

// ?1 is 1 for those who see what is still to come, ?2 is now.
const TRENDING = `
  SELECT t.id, t.story_id, t.publish_at
    FROM trending_stories AS t
   CROSS JOIN stories     AS s ON s.id = t.story_id
   WHERE t.publish_at <= iif(?1, '9999', ?2) AND (?1 OR (t.done_at IS NOT NULL AND s.publish_at <= ?2))
   ORDER BY t.publish_at DESC, t.id DESC LIMIT 50`

// A story trends once; another time takes the place of the first.
const SCHEDULE = `
  INSERT INTO trending_stories (story_id, publish_at) SELECT id, ?2 FROM stories WHERE id = ?1
      ON CONFLICT (story_id) DO UPDATE SET publish_at = excluded.publish_at, done_at = NULL
   WHERE publish_at <> excluded.publish_at`

const FIND = 'SELECT id, story_id, publish_at FROM trending_stories WHERE story_id = ?1'

const AUDIT_DELETE = `
  INSERT INTO audit (actor_id, actor, action, target, created_at)
  SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'story.unschedule', 'story/' || story_id, ?3
    FROM trending_stories WHERE id = ?1`

async function trendingJson(request: GatewayRequest, rows: readonly TrendingRow[]) {
  const found = await storiesById(
    request.d1,
    rows.map(({ story_id }) => story_id),
  )
  const stories = new Map((await storiesJson(request, found, 'cover')).map((each) => [each.story_id, each]))
  return rows.map((row) => ({ ...entryOf(row), story: stories.get(row.story_id) ?? null }))
}

const entryOf = ({ id, story_id, publish_at }: TrendingRow) => ({
  id,
  story_id,
  publish_datetime: publish_at,
})

/** §4 A trending story is scheduled for a publish time, and can be deleted: by staff, who alone see what is to come. */
export const trendingStoryHandlers = {
  async trendingStories(request) {
    const seesAll = ROLE_RANK[request.actor.role] >= ROLE_RANK.staff ? 1 : 0
    const trending = request.d1.prepare(TRENDING).bind(seesAll, new Date(request.nowMs).toISOString())
    return { body: { results: await trendingJson(request, await findRows(TrendingRow, trending)) } }
  },

  async scheduleTrendingStory(request, { story_id, publish_datetime }) {
    const { d1, actor, nowMs } = request
    const at = momentOf(publish_datetime, 'publish_datetime')
    // Read before anything is written: where it fails, nothing is.
    const [story] = await storiesJson(request, await storiesById(d1, [story_id]), 'cover')
    if (!story) throw new AppError('not-found', 'There is no such story')
    const act = { action: 'story.schedule', target: `story/${story_id}`, reason: at, nowMs }
    const [, , found] = await d1.batch([
      d1.prepare(SCHEDULE).bind(story_id, at),
      auditIfChanged(d1, personOf(actor), act),
      d1.prepare(FIND).bind(story_id),
    ])
    return { body: { ...entryOf(v.parse(TrendingRow, found?.results[0])), story } }
  },

  async deleteTrendingStory({ d1, actor, nowMs }, { id }) {
    const number = rowNumber(id)
    const [, gone] = await d1.batch([
      d1.prepare(AUDIT_DELETE).bind(number, personOf(actor).id, new Date(nowMs).toISOString()),
      d1.prepare('DELETE FROM trending_stories WHERE id = ?1 RETURNING id').bind(number),
    ])
    if (!gone?.results.length) throw new AppError('not-found', 'There is no such trending story')
    return {}
  },
} satisfies GatewayHandlers

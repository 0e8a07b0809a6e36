import { CHANNEL_GIFS } from '../../bounds.ts'
import type { Job, JobDeps } from '../../job.ts'

/** How many items a step puts in, and how many steps a job makes before it leaves the rest to the next. */
const STEP = 500
const STEPS = 20

/** How many unfinished tags a night takes up. */
const AGAIN_MAX = 100

// ?1 a magic tag's id. Each step is one batch that moves `filled_to` with what it puts in: a repeated job goes on from there.
const SLICE = `
  slice AS (
    SELECT t.gif_id
      FROM channel_magic_tags AS m
      JOIN tags               AS t ON t.tag = m.tag AND t.gif_id > m.filled_to
     WHERE m.id = ?1 AND m.is_filled = 0
     ORDER BY t.gif_id LIMIT ${STEP})`

const PUT_IN = `
  WITH ${SLICE}
  INSERT INTO channel_gifs (channel_id, gif_id)
  SELECT m.channel_id, slice.gif_id
    FROM channel_magic_tags AS m, slice
   WHERE m.id = ?1 AND (SELECT gif_count FROM channels WHERE id = m.channel_id) < ${CHANNEL_GIFS}
     AND NOT EXISTS (SELECT 1 FROM channel_left_out WHERE channel_id = m.channel_id AND gif_id = slice.gif_id)
      ON CONFLICT DO NOTHING`

const GO_ON = `
  WITH ${SLICE}
  UPDATE channel_magic_tags
     SET is_filled = (SELECT count(*) FROM slice) < ${STEP},
         filled_to = coalesce((SELECT max(gif_id) FROM slice), filled_to)
   WHERE id = ?1 AND is_filled = 0
  RETURNING is_filled`

/** Puts the items of a magic tag into its channel, in bounded steps. @returns whether items are left for another job */
export async function fillChannel({ DB }: Pick<JobDeps, 'DB'>, tag: number): Promise<boolean> {
  for (let step = 0; step < STEPS; step++) {
    const [, moved] = await DB.batch<{ is_filled: number }>([
      DB.prepare(PUT_IN).bind(tag),
      DB.prepare(GO_ON).bind(tag),
    ])
    if (moved?.results[0]?.is_filled !== 0) return false
  }
  return true
}

/** The magic tags whose channels are not filled. */
export async function unfilledTags({ DB }: Pick<JobDeps, 'DB'>): Promise<Job[]> {
  const { results } = await DB.prepare(
    'SELECT id FROM channel_magic_tags WHERE is_filled = 0 ORDER BY id LIMIT ?1',
  )
    .bind(AGAIN_MAX)
    .all<{ id: number }>()
  return results.map(({ id }) => ({ kind: 'channel', tag: id }))
}

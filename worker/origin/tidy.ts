import type { D1Database } from '@cloudflare/workers-types'

const MERGE_GIF_WORDS = "INSERT INTO gif_words (gif_words) VALUES ('optimize')"
const MERGE_CHANNEL_WORDS = "INSERT INTO channel_words (channel_words) VALUES ('optimize')"

// The planner chooses between the indices by what this measures.
const REFRESH_STATISTICS = 'PRAGMA optimize'

/** The library's nightly work: full-text indices in one piece, statistics fresh. Trending needs none (`heat.ts`). */
export async function tidy(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare(MERGE_GIF_WORDS),
    db.prepare(MERGE_CHANNEL_WORDS),
    db.prepare(REFRESH_STATISTICS),
  ])
}

import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findRows } from '../sql.ts'

const Row = v.object({ gif_id: v.string() })

const LIST = 'SELECT gif_id FROM featured ORDER BY position, gif_id'

/** The ids of what is featured, in its order, those that no list shows too. */
export const listFeatured = async (d1: D1Database): Promise<string[]> =>
  (await findRows(Row, d1.prepare(LIST))).map(({ gif_id }) => gif_id)

const DROP = 'DELETE FROM featured WHERE gif_id NOT IN (SELECT value FROM json_each(?1))'
const PUT = `
  INSERT INTO featured (gif_id, position)
  SELECT g.id, given.key FROM json_each(?1) AS given JOIN gifs AS g ON g.id = given.value WHERE true
      ON CONFLICT (gif_id) DO UPDATE SET position = excluded.position`

/** The statements that make these items the featured ones; triggers mark them (migration 0040). */
export const featureStatements = (d1: D1Database, ids: readonly string[]): D1PreparedStatement[] =>
  [DROP, PUT].map((sql) => d1.prepare(sql).bind(JSON.stringify(ids)))

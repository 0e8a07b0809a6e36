import type { Ai, D1Database, Vectorize } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { attempt } from '../../shared/server/deadline.ts'
import { DAY_MS } from '../../shared/time.ts'
import { findRows, json } from '../sql.ts'
import { partsOf } from './parts-of.ts'

/** 1024 numbers for a text in any of a hundred languages. https://developers.cloudflare.com/workers-ai/models/bge-m3/ */
const MODEL = '@cf/baai/bge-m3'

/** The two bindings that finding by meaning needs. */
export type VectorBindings = { AI: Ai; VECTORIZE: Vectorize }

/** Letters of an item's text: more say little, and cost as much. */
const TEXT_MAX = 500
/** Numbers of items that one night makes vectors for. */
const NIGHT_MAX = 20_000
/** ms for the model and the index, which work after the response. */
const WORK_MS = 20_000

const Embedded = v.object({ data: v.array(v.array(v.number())) })

/**
 * The vectors of texts, in their order.
 * @throws what the model throws, and Error where it does not answer with a vector for each
 */
export async function embed({ AI }: Pick<VectorBindings, 'AI'>, text: string[]): Promise<number[][]> {
  const { data } = v.parse(Embedded, await AI.run(MODEL, { text }))
  if (data.length !== text.length) throw new Error(`${data.length} vectors of ${text.length} texts`)
  return data
}

const TEXTS = `
  SELECT g.id, g.shelf, g.title, g.tags, g.alt_text
    FROM json_each(?1) AS wanted
   CROSS JOIN gifs AS g ON g.id = wanted.value
   WHERE g.is_listed = 1`
const TextRow = v.object({
  id: v.string(),
  shelf: v.string(),
  title: v.string(),
  tags: json(v.array(v.string())),
  alt_text: v.string(),
})

const textOf = ({ title, tags, alt_text }: v.InferOutput<typeof TextRow>): string =>
  [title, tags.join(', '), alt_text].filter(Boolean).join('. ').slice(0, TEXT_MAX)

/** Makes the vectors of items as they are now. Those that no list shows any more leave the index. @throws to be tried again */
export async function storeVectors(
  { DB, AI, VECTORIZE }: VectorBindings & { DB: D1Database },
  ids: readonly string[],
): Promise<void> {
  const rows = await findRows(TextRow, DB.prepare(TEXTS).bind(JSON.stringify(ids)))
  const listed = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !listed.has(id))
  const done = await attempt(WORK_MS, async () => {
    if (gone.length > 0) await VECTORIZE.deleteByIds(gone)
    if (rows.length === 0) return true
    const vectors = await embed({ AI }, rows.map(textOf))
    // An index has a part for each shelf, so that stickers are not looked for among GIFs.
    await VECTORIZE.upsert(
      rows.map(({ id, shelf }, at) => ({ id, namespace: shelf, values: vectors[at] ?? [] })),
    )
    return true
  })
  if (!done) throw new Error('The vectors of items were not stored')
}

const IDS = 'SELECT id FROM gifs WHERE num BETWEEN ?1 AND ?2 AND is_listed = 1'
const LAST = 'SELECT coalesce(max(num), 0) AS last FROM gifs'

/** The items whose turn it is this night: so a library from before gets its vectors, and what was lost comes back. */
export async function idsOfNight(DB: D1Database, nowMs: number): Promise<string[][]> {
  const last = (await DB.prepare(LAST).first<number>('last')) ?? 0
  const turn = Math.floor(nowMs / DAY_MS) % (Math.floor(last / NIGHT_MAX) + 1)
  const rows = DB.prepare(IDS).bind(turn * NIGHT_MAX, (turn + 1) * NIGHT_MAX - 1)
  const ids = (await findRows(v.object({ id: v.string() }), rows)).map(({ id }) => id)
  return partsOf(ids)
}

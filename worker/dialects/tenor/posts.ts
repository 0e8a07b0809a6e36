import type { Context } from 'hono'
import * as v from 'valibot'
import { MediaId } from '../../../shared/calls/fields.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import type { App } from '../../app-types.ts'
import { replyJson } from '../../http/reply.ts'
import { countAct } from '../count-act.ts'
import { readItem, readNamed } from '../read-list.ts'
import { replyFresh } from '../reply-fresh.ts'
import { MediaFilter } from './query.ts'
import { toResults } from './result.ts'

const MAX_IDS = 50

const isId = (id: string): boolean => v.is(MediaId, id)

const PostsSchema = v.object({
  ids: v.pipe(
    v.string('ids is required'),
    v.check((ids) => ids.split(',', MAX_IDS + 1).length <= MAX_IDS, `ids must be at most ${MAX_IDS}`),
    v.transform((ids) => [...new Set(ids.split(',').map((id) => id.trim()))].filter(Boolean)),
    v.minLength(1, 'ids is required'),
  ),
  media_filter: MediaFilter,
})

const NOTHING = { state: 'hit', age: 0, freshFor: 60 } as const

/** Items by their ids, in their order. What is unknown, hidden or removed is left out. */
export async function posts(c: Context<App>): Promise<Response> {
  const { ids, media_filter } = parseInput({ input: PostsSchema }, c.req.query())
  const known = ids.filter(isId)
  // A text that is no id of ours names nothing.
  if (known.length === 0) return replyFresh(c, { results: [] }, NOTHING)
  const { items, freshness } = await readNamed(c, known)
  return replyFresh(c, { results: toResults(items, c.get('publicUrl'), media_filter) }, freshness)
}

const ShareSchema = v.object({ id: MediaId })

/** Counts a share. The body is an empty object: clients read one (`docs/wire.md`, Know first 7). */
export async function registerShare(c: Context<App>): Promise<Response> {
  const { id } = parseInput({ input: ShareSchema }, c.req.query())
  // A HEAD asks what a GET would answer, and shares nothing.
  if (c.req.method === 'GET') await countAct(c, () => readItem(c, id), 'SHARE')
  return replyJson(c, {}, 200)
}

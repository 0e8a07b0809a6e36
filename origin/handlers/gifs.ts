import { AppError } from '../../shared/errors.ts'
import type { Rating } from '../../shared/schema/choices.ts'
import {
  type CallContext,
  type CallHandlers,
  type CallResult,
  gifPage,
  isSeen,
  pageOf,
  rowsJson,
  toGifJson,
} from '../call-handler.ts'
import { associatedGifs } from '../queries/associated.ts'
import { assertAvailable, noSuchItem, removedGif } from '../queries/gifs.ts'
import { namedGifs } from '../queries/redirects.ts'
import type { SearchKind } from '../search/lists.ts'
import { maxRank } from './lists.ts'

type Related = {
  gif_id: string
  rating?: Rating | undefined
  limit?: number | undefined
  offset?: number | undefined
}

async function related(
  context: CallContext,
  kind: SearchKind,
  { gif_id, rating, ...paging }: Related,
): Promise<CallResult> {
  const page = pageOf(paging)
  const { relatedGifs } = await import('../related/related.ts')
  const read = (id: string) => relatedGifs(context.db, id, kind, maxRank(rating), page)
  return gifPage(context, await around(context, gif_id, read), page)
}

/** A list around an item, by its id, else by an old one, which is looked up only where there is no such item. */
async function around(
  { db }: CallContext,
  id: string,
  read: (id: string) => ReturnType<typeof associatedGifs>,
) {
  const readOf = async (own: string) => (await Promise.all([read(own), assertAvailable(db, own)]))[0]
  try {
    return await readOf(id)
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'not-found')) throw error
    const [moved] = await namedGifs(db, [id])
    if (!moved || moved.id === id) throw error
    return readOf(moved.id)
  }
}

export const gifHandlers: CallHandlers<'gif' | 'gifs' | 'related' | 'videoRelated' | 'associations'> = {
  gif: async (context, { id }) => {
    const [row] = await namedGifs(context.db, [id])
    if (!row) throw noSuchItem()
    if (row.is_removed) throw removedGif()
    if (!isSeen(context, row)) throw noSuchItem()
    return { data: await toGifJson(context, row) }
  },

  gifs: async (context, { ids }) => {
    const data = await rowsJson(context, await namedGifs(context.db, [...new Set(ids.split(','))]))
    return { data, pagination: { total_count: data.length, count: data.length, offset: 0 } }
  },

  related: (context, { type, ...input }) => related(context, type, input),

  videoRelated: (context, input) => related(context, 'video', input),

  associations: async (context, { id, ...paging }) => {
    const page = pageOf(paging)
    const found = await around(context, id, (own) => associatedGifs(context.db, own, page))
    return gifPage(context, found, page)
  },
}

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
import { assertAvailable, noSuchGif, removedGif } from '../queries/assert-available.ts'
import type { SearchKind } from '../queries/match.ts'
import { namedGifs } from '../queries/redirects.ts'
import { associatedGifs, relatedGifs } from '../queries/related.ts'
import { maxRank, type RatingName } from './rating.ts'

type Related = {
  gif_id: string
  rating?: RatingName | undefined
  limit?: number | undefined
  offset?: number | undefined
}

async function related(
  context: CallContext,
  kind: SearchKind,
  { gif_id, rating, ...paging }: Related,
): Promise<CallResult> {
  const page = pageOf(paging)
  const [found] = await Promise.all([
    relatedGifs(context.db, gif_id, kind, maxRank(rating), page),
    assertAvailable(context.db, gif_id),
  ])
  return gifPage(context, found, page)
}

export const gifHandlers: CallHandlers<'gif' | 'gifs' | 'related' | 'videoRelated' | 'associations'> = {
  gif: async (context, { id }) => {
    const [row] = await namedGifs(context.db, [id])
    if (!row) throw noSuchGif()
    if (row.is_removed) throw removedGif()
    if (!isSeen(context, row)) throw noSuchGif()
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
    const [found] = await Promise.all([associatedGifs(context.db, id, page), assertAvailable(context.db, id)])
    return gifPage(context, found, page)
  },
}

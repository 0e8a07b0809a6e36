import { type Answer, type Answers, type Ask, gifPage, gifsJson, pageOf } from '../ask.ts'
import { gifJson } from '../json/gif-json.ts'
import { findGifs } from '../queries/gifs.ts'
import { associatedGifs, relatedGifs } from '../queries/related.ts'
import type { SearchKind } from '../queries/search.ts'
import { mustStand, noSuchGif, removedGif } from '../queries/state.ts'
import { maxRank, type RatingName } from '../rating.ts'

type Related = {
  gif_id: string
  rating?: RatingName | undefined
  limit?: number | undefined
  offset?: number | undefined
}

async function related(ask: Ask, kind: SearchKind, { gif_id, rating, ...paging }: Related): Promise<Answer> {
  const page = pageOf(paging)
  const [found] = await Promise.all([
    relatedGifs(ask.db, gif_id, kind, maxRank(rating), page),
    mustStand(ask.db, gif_id),
  ])
  return gifPage(ask, found, page)
}

export const gifAnswers: Answers<'gif' | 'gifs' | 'related' | 'videoRelated' | 'associations'> = {
  gif: async (ask, { id }) => {
    const [row] = await findGifs(ask.db, [id])
    if (!row) throw noSuchGif()
    if (row.is_removed) throw removedGif()
    return { data: gifJson(row, ask) }
  },

  gifs: async (ask, { ids }) => {
    const data = await gifsJson(ask, [...new Set(ids.split(','))])
    return { data, pagination: { total_count: data.length, count: data.length, offset: 0 } }
  },

  related: (ask, { type, ...input }) => related(ask, type, input),

  videoRelated: (ask, input) => related(ask, 'video', input),

  associations: async (ask, { id, ...paging }) => {
    const page = pageOf(paging)
    const [found] = await Promise.all([associatedGifs(ask.db, id, page), mustStand(ask.db, id)])
    return gifPage(ask, found, page)
  },
}

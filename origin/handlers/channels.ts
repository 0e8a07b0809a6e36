import { type CallHandlers, gifsJson, pageOf, pagination } from '../call-handler.ts'
import { channelUrl, userJson } from '../people/users.ts'
import { channelIds, channelsById } from '../queries/channels.ts'
import { CHANNEL_COLUMNS, matchWords } from '../words.ts'

/** A channel's number, by which other calls name it. */
const NUMBER = /^\d{1,15}$/

export const channelSearchHandlers: CallHandlers<'channelSearch'> = {
  channelSearch: async (context, { q, ...paging }) => {
    const page = pageOf(paging)
    const match = matchWords(q, CHANNEL_COLUMNS)
    const numbered = NUMBER.test(q) && page.offset === 0 ? await channelsById(context.db, [Number(q)]) : []
    const found = match ? await channelIds(context.db, match, page) : { total: 0, ids: [] }
    const channels = numbered.length > 0 ? numbered : await channelsById(context.db, found.ids)
    const total = numbered.length > 0 ? 1 : found.total
    const gifs = await gifsJson(context, [
      ...new Set(channels.flatMap(({ featured_id }) => featured_id ?? [])),
    ])
    const data = channels.map(({ user, featured_id, id, parent, ...channel }) => ({
      id: String(id),
      parent: parent === null ? null : String(parent),
      ...channel,
      type: 'channel',
      url: channelUrl(channel.slug, context.publicUrl),
      user: user && userJson(user, context.publicUrl),
      featured_gif: gifs.find((gif) => gif.id === featured_id) ?? null,
    }))
    return { data, pagination: pagination(total, data.length, page) }
  },
}

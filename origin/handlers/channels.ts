import { type CallHandlers, gifsJson, pageOf, pagination } from '../call-handler.ts'
import { channelUrl, userJson } from '../people/users.ts'
import { channelByNumber, searchChannels } from '../queries/channels.ts'
import { CHANNEL_COLUMNS, matchWords } from '../words.ts'

/** A channel's number, by which other calls name it. */
const NUMBER = /^\d{1,15}$/

export const channelSearchHandlers: CallHandlers<'channelSearch'> = {
  channelSearch: async (context, { q, ...paging }) => {
    const page = pageOf(paging)
    const match = matchWords(q, CHANNEL_COLUMNS)
    const numbered = NUMBER.test(q) && page.offset === 0 ? await channelByNumber(context.db, q) : []
    const found = match ? await searchChannels(context.db, match, page) : { total: 0, channels: [] }
    const { total, channels } = numbered.length > 0 ? { total: 1, channels: numbered } : found
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

import { type Answers, gifsJson, pageOf, pagination } from '../ask.ts'
import { channelUrl, userJson } from '../json/user-json.ts'
import { channelByNumber, searchChannels } from '../queries/channels.ts'
import { CHANNEL_COLUMNS, matchWords } from '../words.ts'

/** A channel's own number, which other calls name it by. */
const NUMBER = /^\d{1,15}$/

export const channelAnswers: Answers<'channelSearch'> = {
  channelSearch: async (ask, { q, ...paging }) => {
    const page = pageOf(paging)
    const match = matchWords(q, CHANNEL_COLUMNS)
    const numbered = NUMBER.test(q) && page.offset === 0 ? await channelByNumber(ask.db, q) : []
    const found = match ? await searchChannels(ask.db, match, page) : { total: 0, channels: [] }
    const { total, channels } = numbered.length > 0 ? { total: 1, channels: numbered } : found
    const gifs = await gifsJson(ask, [...new Set(channels.flatMap(({ featured_id }) => featured_id ?? []))])
    const data = channels.map(({ user, featured_id, id, parent, ...channel }) => ({
      id: String(id),
      parent: parent === null ? null : String(parent),
      ...channel,
      type: 'channel',
      url: channelUrl(channel.slug, ask.publicUrl),
      user: user && userJson(user, ask.publicUrl),
      featured_gif: gifs.find((gif) => gif.id === featured_id) ?? null,
    }))
    return { data, pagination: pagination(total, data.length, page) }
  },
}

import { channelIds } from '../../queries/channels.ts'
import { CHANNEL_COLUMNS, matchWords } from '../../words.ts'
import { personOf } from '../actor.ts'
import { assertSeen } from '../items.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { channelTagHandlers } from './channel-tags.ts'
import {
  channelAnswer,
  channelFor,
  channelsJson,
  MAX_LISTED,
  newestRoots,
  ownTree,
  readChannels,
} from './channels.ts'
import { entryHandlers } from './entries.ts'
import { treeHandlers } from './tree.ts'

/** §7 Channels: their tree, GIFs and tags. Lists end after `MAX_LISTED`: their calls have no paging. */
export const channelHandlers = {
  ...treeHandlers,
  ...entryHandlers,
  ...channelTagHandlers,

  channel: (deps, { id, video }) => channelAnswer(deps, id, video),

  /** The root channels, the newest first; hidden ones for moderators and staff, as they would find them nowhere. */
  async channels(deps, { video }) {
    const { count, ids } = await newestRoots(deps.d1, deps)
    const rows = await readChannels(deps.d1, { actor: deps.actor, video }, 'ids', ids)
    return { body: { results: await channelsJson(deps, rows), count } }
  },

  async ownChannels(deps, page) {
    const { count, ids } = await ownTree(deps.d1, personOf(deps.actor).id, page)
    const rows = await readChannels(deps.d1, deps, 'ids', ids)
    return { body: { results: await channelsJson(deps, rows), count } }
  },

  async searchChannels(deps, { search }) {
    const match = matchWords(search, CHANNEL_COLUMNS)
    const page = { limit: MAX_LISTED, offset: 0 }
    const { total, ids } = match ? await channelIds(deps.d1, match, page) : { total: 0, ids: [] }
    const rows = await readChannels(deps.d1, deps, 'ids', JSON.stringify(ids))
    return { body: { results: await channelsJson(deps, rows), count: total } }
  },

  async childChannels(deps, { parent: id }) {
    const parent = await channelFor(deps, id)
    const rows = await readChannels(deps.d1, deps, 'children', parent.id)
    return { body: { results: await channelsJson(deps, rows), count: rows.length } }
  },

  /** The channels of a GIF that the actor may see. */
  async gifChannels(deps, { gif }) {
    await assertSeen(deps, gif)
    const rows = await readChannels(deps.d1, deps, 'ofGif', gif)
    return { body: { results: await channelsJson(deps, rows), count: rows.length } }
  },
} satisfies SiteHandlers

import * as v from 'valibot'
import { NO_PARENT_ID } from '../../errors.ts'
import { GifListSchema } from '../../schema/answer.ts'
import { ChannelGifSchema, ChannelSchema, MagicTagSchema, RankedTagSchema } from '../../schema/channel.ts'
import { Acknowledged, many } from '../../schema/many.ts'
import { family } from '../call.ts'
import { given } from '../fields.ts'
import { Count, Name, RecordId, Words, YesNo } from '../site-fields.ts'

// §6: the channel calls are token-authenticated.
const channelCall = family({ upstream: 'site', auth: 'token', cache: 'never' })

const video = v.optional(YesNo, true)

const channel = {
  display_name: given(Words(100)),
  short_display_name: given(Words(50)),
  slug: given(Name),
  description: given(Words(1000)),
  parent: given(RecordId),
  position: given(Count),
  is_visible: given(YesNo),
}

const ChannelAndGif = v.object({ channel: RecordId, gif: RecordId })
const Tag = Words(100)

// §5: the text stands in the specification.
const Parent = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer(), v.transform(String))], NO_PARENT_ID),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, NO_PARENT_ID),
)

/** §7 Channels, what is in them, and their tags. */
export const channelCalls = {
  channel: channelCall({
    path: '/api/v3/channels/:id/',
    input: v.object({ id: RecordId, video }),
    answer: ChannelSchema,
  }),
  searchChannels: channelCall({
    path: '/api/v3/channels/',
    pickedBy: 'search',
    input: v.object({ search: Words(100) }),
    answer: many(ChannelSchema),
  }),
  childChannels: channelCall({
    path: '/api/v3/channels/',
    pickedBy: 'parent',
    input: v.object({ parent: Parent }, NO_PARENT_ID),
    answer: many(ChannelSchema),
  }),
  // `channel` without an id: the last of those at its address, since no field picks it.
  channels: channelCall({
    path: '/api/v3/channels/',
    input: v.object({ video }),
    answer: many(ChannelSchema),
  }),
  createChannel: channelCall({
    method: 'POST',
    path: '/api/v3/channels/',
    sends: 'form',
    input: v.object(channel),
    answer: ChannelSchema,
  }),
  moveChannel: channelCall({
    method: 'POST',
    path: '/api/v3/channels/:id/move/',
    sends: 'form',
    input: v.object({
      id: RecordId,
      position: v.union([Count, Name], 'must be a number or a word'),
      target_channel: RecordId,
    }),
    answer: ChannelSchema,
  }),
  updateChannel: channelCall({
    method: 'PUT',
    path: '/api/v3/channels/:id/',
    sends: 'form',
    input: v.object({ id: RecordId, ...channel }),
    answer: ChannelSchema,
  }),
  deleteChannel: channelCall({
    method: 'DELETE',
    path: '/api/v3/channels/:id/',
    input: v.object({ id: RecordId }),
    answer: Acknowledged,
  }),
  channelGifs: channelCall({
    path: '/api/v3/channels/:id/gifs/',
    input: v.object({ id: RecordId, max_id: given(RecordId) }),
    answer: GifListSchema,
  }),
  addChannelGif: channelCall({
    method: 'POST',
    path: '/api/v3/channel-gifs/',
    sends: 'form',
    input: ChannelAndGif,
    answer: ChannelGifSchema,
  }),
  removeChannelGif: channelCall({
    method: 'POST',
    path: '/api/v3/channel-gifs/remove/',
    sends: 'form',
    input: ChannelAndGif,
    answer: Acknowledged,
  }),
  createRankedTag: channelCall({
    method: 'POST',
    path: '/api/v3/channel-ranked-tags/',
    sends: 'form',
    input: v.object({ channel: RecordId, tag: Tag, rank: given(Count) }),
    answer: RankedTagSchema,
  }),
  updateRankedTag: channelCall({
    method: 'PUT',
    path: '/api/v3/channel-ranked-tags/:id/',
    sends: 'form',
    input: v.object({ id: RecordId, tag: given(Tag), rank: given(Count) }),
    answer: RankedTagSchema,
  }),
  deleteRankedTag: channelCall({
    method: 'DELETE',
    path: '/api/v3/channel-ranked-tags/:id/',
    input: v.object({ id: RecordId }),
    answer: Acknowledged,
  }),
  createMagicTag: channelCall({
    method: 'POST',
    path: '/api/v3/channel-magic-tags/',
    sends: 'form',
    input: v.object({ channel: RecordId, tag: Tag }),
    answer: MagicTagSchema,
  }),
  deleteMagicTag: channelCall({
    method: 'DELETE',
    path: '/api/v3/channel-magic-tags/:id/',
    input: v.object({ id: RecordId }),
    answer: Acknowledged,
  }),
}

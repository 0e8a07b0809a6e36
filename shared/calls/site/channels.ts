import * as v from 'valibot'
import { NO_PARENT_ID } from '../../errors.ts'
import { GifListSchema } from '../../schema/provider-response.ts'
import { EmptyResponse, recordList } from '../../schema/record-list.ts'
import {
  ChannelGifSchema,
  ChannelSchema,
  MagicTagSchema,
  RankedTagSchema,
} from '../../schema/site-records.ts'
import { family } from '../call.ts'
import { optionalField } from '../fields.ts'
import { FreeText, Identifier, NonNegative, RecordId, YesNo } from '../site-fields.ts'

// §6: the channel calls are token-authenticated.
const channelCall = family({ upstream: 'site', auth: 'token', cache: 'never' })

const video = v.optional(YesNo, true)

const channel = {
  display_name: optionalField(FreeText(100)),
  short_display_name: optionalField(FreeText(50)),
  slug: optionalField(Identifier),
  description: optionalField(FreeText(1000)),
  parent: optionalField(RecordId),
  position: optionalField(NonNegative),
  is_visible: optionalField(YesNo),
}

/** Fields of a channel as somebody has seen them. */
export const SeenChannel = v.partial(
  v.strictObject({
    display_name: v.string(),
    short_display_name: v.string(),
    slug: v.string(),
    description: v.string(),
    is_visible: v.boolean(),
    parent: v.string(),
    position: v.number(),
  }),
)

// As text: a form has no objects. Ours alone: other values since are a conflict.
const was = optionalField(
  v.pipe(
    v.string('must be JSON'),
    v.maxLength(4000, 'must be at most 4000 characters'),
    v.check(
      (text) => v.is(v.pipe(v.string(), v.parseJson(), SeenChannel), text),
      'must be JSON of fields of the channel',
    ),
  ),
)

const ChannelAndGif = v.object({ channel: RecordId, gif: RecordId })
const Tag = FreeText(100)

// §5 fixes this text.
const Parent = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer(), v.transform(String))], NO_PARENT_ID),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, NO_PARENT_ID),
)

/** §7 Channels, their GIFs and tags. */
export const channelCalls = {
  channel: channelCall({
    role: 'visitor',
    path: '/api/v3/channels/:id/',
    input: v.object({ id: RecordId, video }),
    response: ChannelSchema,
  }),
  searchChannels: channelCall({
    role: 'visitor',
    path: '/api/v3/channels/',
    matchedBy: 'search',
    input: v.object({ search: FreeText(100) }),
    response: recordList(ChannelSchema),
  }),
  childChannels: channelCall({
    role: 'visitor',
    path: '/api/v3/channels/',
    matchedBy: 'parent',
    input: v.object({ parent: Parent }, NO_PARENT_ID),
    response: recordList(ChannelSchema),
  }),
  // `channel` without an id: the default at this address, since no query field selects it.
  channels: channelCall({
    role: 'visitor',
    path: '/api/v3/channels/',
    input: v.object({ video }),
    response: recordList(ChannelSchema),
  }),
  createChannel: channelCall({
    role: 'user',
    method: 'POST',
    path: '/api/v3/channels/',
    encoding: 'form',
    input: v.object(channel),
    response: ChannelSchema,
  }),
  moveChannel: channelCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/channels/:id/move/',
    encoding: 'form',
    input: v.object({
      id: RecordId,
      position: v.union([NonNegative, Identifier], 'must be a number or a word'),
      target_channel: RecordId,
      was,
    }),
    response: ChannelSchema,
  }),
  updateChannel: channelCall({
    role: 'owner',
    method: 'PUT',
    path: '/api/v3/channels/:id/',
    encoding: 'form',
    input: v.object({ id: RecordId, ...channel, was }),
    response: ChannelSchema,
  }),
  deleteChannel: channelCall({
    role: 'owner',
    method: 'DELETE',
    path: '/api/v3/channels/:id/',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
  channelGifs: channelCall({
    role: 'visitor',
    path: '/api/v3/channels/:id/gifs/',
    input: v.object({ id: RecordId, max_id: optionalField(RecordId) }),
    response: GifListSchema,
  }),
  addChannelGif: channelCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/channel-gifs/',
    encoding: 'form',
    input: ChannelAndGif,
    response: ChannelGifSchema,
  }),
  removeChannelGif: channelCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/channel-gifs/remove/',
    encoding: 'form',
    input: ChannelAndGif,
    response: EmptyResponse,
  }),
  createRankedTag: channelCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/channel-ranked-tags/',
    encoding: 'form',
    input: v.object({ channel: RecordId, tag: Tag, rank: optionalField(NonNegative) }),
    response: RankedTagSchema,
  }),
  updateRankedTag: channelCall({
    role: 'owner',
    method: 'PUT',
    path: '/api/v3/channel-ranked-tags/:id/',
    encoding: 'form',
    input: v.object({ id: RecordId, tag: optionalField(Tag), rank: optionalField(NonNegative) }),
    response: RankedTagSchema,
  }),
  deleteRankedTag: channelCall({
    role: 'owner',
    method: 'DELETE',
    path: '/api/v3/channel-ranked-tags/:id/',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
  createMagicTag: channelCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/channel-magic-tags/',
    encoding: 'form',
    input: v.object({ channel: RecordId, tag: Tag }),
    response: MagicTagSchema,
  }),
  deleteMagicTag: channelCall({
    role: 'owner',
    method: 'DELETE',
    path: '/api/v3/channel-magic-tags/:id/',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
}

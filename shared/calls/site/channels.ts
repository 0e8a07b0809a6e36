import * as v from 'valibot'
import { NO_PARENT_ID } from '../../errors.ts'
import { OwnChannel } from '../../schema/own/channels.ts'
import { GifListSchema } from '../../schema/provider-response.ts'
import {
  ChannelGifSchema,
  ChannelSchema,
  MagicTagSchema,
  RankedTagSchema,
} from '../../schema/site-records.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { byToken } from '../call.ts'
import {
  FreeText,
  Identifier,
  IdList,
  NonNegative,
  OneRecord,
  optionalField,
  page,
  RecordId,
  Username,
  YesNo,
} from '../fields.ts'
import { idsOf } from './listings.ts'

const video = v.optional(YesNo, true)

const CHANNEL_NUMBER_MAX = 999_999_999

const channel = {
  display_name: optionalField(FreeText(100)),
  short_display_name: optionalField(FreeText(50)),
  slug: optionalField(Identifier),
  description: optionalField(FreeText(1000)),
  parent: optionalField(RecordId),
  position: optionalField(NonNegative),
  is_visible: optionalField(YesNo),
}

const ChannelNumber = v.pipe(
  NonNegative,
  v.minValue(1, 'must be at least 1'),
  v.maxValue(CHANNEL_NUMBER_MAX, `must be at most ${CHANNEL_NUMBER_MAX}`),
)

/** Fields of a channel as its editor has seen them. */
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
  channel: byToken.get('visitor', '/api/v3/channels/:id/', v.object({ id: RecordId, video }), ChannelSchema),
  searchChannels: byToken.get(
    'visitor',
    '/api/v3/channels/',
    v.object({ search: FreeText(100) }),
    recordList(ChannelSchema),
    { matchedBy: 'search' },
  ),
  childChannels: byToken.get(
    'visitor',
    '/api/v3/channels/',
    v.object({ parent: Parent }, NO_PARENT_ID),
    recordList(ChannelSchema),
    { matchedBy: 'parent' },
  ),
  // `channel` without an id: the default at this address, since no query field selects it.
  channels: byToken.get('visitor', '/api/v3/channels/', v.object({ video }), recordList(ChannelSchema)),
  // Staff make it for another person, and with the number that it had in another library.
  createChannel: byToken.post(
    'user',
    '/api/v3/channels/',
    v.object({ ...channel, owner: optionalField(Username), id: optionalField(ChannelNumber) }),
    ChannelSchema,
  ),
  moveChannel: byToken.post(
    'owner',
    '/api/v3/channels/:id/move/',
    v.object({
      id: RecordId,
      position: v.union([NonNegative, Identifier], 'must be a number or a word'),
      target_channel: RecordId,
      was,
    }),
    ChannelSchema,
  ),
  updateChannel: byToken.put(
    'owner',
    '/api/v3/channels/:id/',
    v.object({ id: RecordId, ...channel, was }),
    ChannelSchema,
  ),
  deleteChannel: byToken.del('owner', '/api/v3/channels/:id/', OneRecord, EmptyResponse),
  channelGifs: byToken.get(
    'visitor',
    '/api/v3/channels/:id/gifs/',
    v.object({ id: RecordId, max_id: optionalField(RecordId) }),
    GifListSchema,
  ),
  addChannelGif: byToken.post('owner', '/api/v3/channel-gifs/', ChannelAndGif, ChannelGifSchema),
  removeChannelGif: byToken.post('owner', '/api/v3/channel-gifs/remove/', ChannelAndGif, EmptyResponse),
  createRankedTag: byToken.post(
    'owner',
    '/api/v3/channel-ranked-tags/',
    v.object({ channel: RecordId, tag: Tag, rank: optionalField(NonNegative) }),
    RankedTagSchema,
  ),
  updateRankedTag: byToken.put(
    'owner',
    '/api/v3/channel-ranked-tags/:id/',
    v.object({ id: RecordId, tag: optionalField(Tag), rank: optionalField(NonNegative) }),
    RankedTagSchema,
  ),
  deleteRankedTag: byToken.del('owner', '/api/v3/channel-ranked-tags/:id/', OneRecord, EmptyResponse),
  createMagicTag: byToken.post(
    'owner',
    '/api/v3/channel-magic-tags/',
    v.object({ channel: RecordId, tag: Tag }),
    MagicTagSchema,
  ),
  deleteMagicTag: byToken.del('owner', '/api/v3/channel-magic-tags/:id/', OneRecord, EmptyResponse),
}

/** How many GIFs of a channel are put in order at once. */
export const ORDERED_MAX = 500

/**
 * The embedded site's beyond §7: one's own channels, several GIFs of one at once, and their order, in which those that are left
 * out follow.
 */
export const ownChannelCalls = {
  // Hidden ones too, each behind the one that it is below.
  ownChannels: byToken.get('user', '/api/v1/users/self/channels', v.object(page), recordList(OwnChannel)),
  changeChannelGifs: byToken.put(
    'owner',
    '/api/v3/channels/:id/gifs/',
    v.object({ id: RecordId, add: optionalField(IdList), remove: optionalField(IdList) }),
    OwnChannel,
  ),
  orderChannel: byToken.put(
    'owner',
    '/api/v3/channels/:id/order',
    v.object({ id: RecordId, gif_ids: v.pipe(idsOf(ORDERED_MAX), v.minLength(1, 'is required')) }),
    ChannelSchema,
    { encoding: 'json' },
  ),
}

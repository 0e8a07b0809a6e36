import { OwnId, ownList } from '../../schema/own/answers.ts'
import {
  OwnChannel,
  OwnChannelGif,
  OwnChannelGifs,
  OwnMagicTag,
  OwnRankedTag,
} from '../../schema/own/channels.ts'
import { OwnArtist, OwnBlock } from '../../schema/own/content.ts'
import { OwnLanguageTags, OwnTranslation, OwnTrendingGif, OwnTweet } from '../../schema/own/gif-pages.ts'
import { OwnItem } from '../../schema/own/gifs.ts'
import { OwnBatch, OwnLeader, OwnModerated } from '../../schema/own/moderation.ts'
import { OwnFollow, OwnUserRecord, OwnViewCount } from '../../schema/own/people.ts'
import { OwnReport } from '../../schema/own/reports.ts'

/**
 * What the embedded site answers, by call: its handlers are typed by it, and tests parse every answer with it. The
 * response schemas of the calls are lenient beside it, for a site elsewhere.
 */
export const OWN_ANSWERS = {
  channel: OwnChannel,
  channels: ownList(OwnChannel),
  searchChannels: ownList(OwnChannel),
  childChannels: ownList(OwnChannel),
  createChannel: OwnChannel,
  moveChannel: OwnChannel,
  updateChannel: OwnChannel,
  channelGifs: OwnChannelGifs,
  addChannelGif: OwnChannelGif,
  createRankedTag: OwnRankedTag,
  updateRankedTag: OwnRankedTag,
  createMagicTag: OwnMagicTag,
  gifChannels: ownList(OwnChannel),
  trendingGifs: ownList(OwnTrendingGif),
  tagTranslations: ownList(OwnTranslation),
  bulkLanguageTags: ownList(OwnLanguageTags),
  addLanguageTags: OwnLanguageTags,
  twitterUpload: OwnTweet,
  moderateGif: OwnModerated,
  batchActions: ownList(OwnBatch),
  updateBatchAction: OwnBatch,
  batchLeaderboard: ownList(OwnLeader),
  ownGifs: ownList(OwnItem),
  ownGif: OwnItem,
  editGif: OwnItem,
  trendingSearchesBlock: ownList(OwnId),
  randomArtistChannels: ownList(OwnChannel),
  contentBlock: OwnBlock,
  putContentBlock: OwnBlock,
  spotifyArtist: OwnArtist,
  reports: ownList(OwnReport),
  decideReport: OwnReport,
  user: OwnUserRecord,
  updateUser: OwnUserRecord,
  userViewCount: OwnViewCount,
  artists: ownList(OwnUserRecord),
  follows: ownList(OwnFollow),
  follow: OwnFollow,
}

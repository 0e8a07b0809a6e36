import * as v from 'valibot'
import {
  OwnChannel,
  OwnChannelGif,
  OwnChannelGifs,
  OwnMagicTag,
  OwnRankedTag,
} from '../../schema/own/channels.ts'
import { OwnArtist, OwnBlock, OwnSearches } from '../../schema/own/content.ts'
import { OwnDeadLetter } from '../../schema/own/dead-letters.ts'
import { OwnLanguageTags, OwnTranslation, OwnTrendingGif, OwnTweet } from '../../schema/own/gif-pages.ts'
import { LibraryPage, OwnItem } from '../../schema/own/gifs.ts'
import {
  OwnChange,
  OwnDone,
  OwnExtendedMetadata,
  OwnGifPage,
  OwnMetadata,
  OwnTagCounts,
} from '../../schema/own/items.ts'
import { OwnBatch, OwnLeader, OwnModerated } from '../../schema/own/moderation.ts'
import { OwnOverview } from '../../schema/own/overview.ts'
import { OwnFollow, OwnUserRecord, OwnViewCount } from '../../schema/own/people.ts'
import { OwnRedirect, OwnRedirected } from '../../schema/own/redirects/redirects.ts'
import { OwnReport } from '../../schema/own/reports.ts'
import { OwnCached, OwnHealth } from '../../schema/own/service.ts'
import {
  ApiTokenSchema,
  AuditRowSchema,
  FavoriteSchema,
  KeySchema,
  KnownFileSchema,
  MailSchema,
  NewSecretSchema,
  PersonSchema,
  SessionSchema,
  TakedownSchema,
  UploadSchema,
} from '../../schema/own-site.ts'
import { FilledText, NaturalNumber, ownList } from '../../schema/vocabulary.ts'

/** Something was sent, or done: in words for people. */
const told = (status: string) => v.strictObject({ status: v.literal(status), message: FilledText })

/**
 * What the embedded site answers, by call: its handlers are typed by it, and tests parse every answer with it. The
 * response schemas of the calls are lenient beside it, for a site elsewhere.
 */
export const OWN_ANSWERS = {
  loginCheck: v.variant('logged_in', [
    v.strictObject({ logged_in: v.literal(true), user: OwnUserRecord }),
    v.strictObject({ logged_in: v.literal(false), user: v.null() }),
  ]),
  login: OwnUserRecord,
  register: told('sent'),
  registerResend: told('sent'),
  registerConfirm: told('confirmed'),
  resetPassword: told('sent'),
  sessions: ownList(SessionSchema),
  tokens: ownList(ApiTokenSchema),
  createToken: NewSecretSchema,
  build: v.strictObject({
    build: FilledText,
    env: v.picklist(['production', 'development']),
    version: FilledText,
  }),
  favorites: OwnGifPage,
  favorite: FavoriteSchema,
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
  metadata: OwnMetadata,
  extendedMetadata: OwnExtendedMetadata,
  gifViewCount: OwnViewCount,
  tagCounts: OwnTagCounts,
  updateGif: OwnChange,
  putCta: OwnDone,
  removeCta: OwnDone,
  knownFiles: v.strictObject({ results: v.array(KnownFileSchema) }),
  // `duplicate` where the item was there before.
  uploadGif: v.strictObject({
    data: v.strictObject({ id: FilledText, duplicate: v.optional(v.literal(true)) }),
    meta: OwnDone.entries.meta,
  }),
  sendRenditions: UploadSchema,
  upload: UploadSchema,
  retryUpload: UploadSchema,
  cancelUpload: UploadSchema,
  trendingGifs: ownList(OwnTrendingGif),
  tagTranslations: ownList(OwnTranslation),
  bulkLanguageTags: ownList(OwnLanguageTags),
  addLanguageTags: OwnLanguageTags,
  twitterUpload: OwnTweet,
  moderateGif: OwnModerated,
  takedown: v.strictObject({
    takedowns: v.array(
      v.strictObject({
        gif_id: FilledText,
        reason: FilledText,
        status: v.picklist(['removed', 'already removed']),
      }),
    ),
  }),
  // `next` is '' on the last page.
  takedowns: v.strictObject({ results: v.array(TakedownSchema), count: NaturalNumber, next: v.string() }),
  restoreTakedown: TakedownSchema,
  batchActions: ownList(OwnBatch),
  // None where nothing waits.
  assignBatchAction: v.optional(OwnBatch),
  updateBatchAction: OwnBatch,
  batchLeaderboard: ownList(OwnLeader),
  ownGifs: ownList(OwnItem),
  ownGif: OwnItem,
  editGif: OwnItem,
  allGifs: LibraryPage,
  trendingSearchesBlock: ownList(FilledText),
  randomArtistChannels: ownList(OwnChannel),
  contentBlock: OwnBlock,
  putContentBlock: OwnBlock,
  spotifyArtist: OwnArtist,
  reports: ownList(OwnReport),
  decideReport: OwnReport,
  overview: OwnOverview,
  searches: OwnSearches,
  health: OwnHealth,
  cached: OwnCached,
  refreshCached: OwnCached,
  user: OwnUserRecord,
  updateUser: OwnUserRecord,
  userViewCount: OwnViewCount,
  artists: ownList(OwnUserRecord),
  follows: ownList(OwnFollow),
  follow: OwnFollow,
  people: ownList(PersonSchema),
  setRole: PersonSchema,
  person: PersonSchema,
  updatePerson: PersonSchema,
  keys: ownList(KeySchema),
  createKey: NewSecretSchema,
  redirects: ownList(OwnRedirect),
  addRedirects: ownList(OwnRedirected),
  deadLetters: ownList(OwnDeadLetter),
  resendDeadLetters: v.strictObject({ count: NaturalNumber }),
  outbox: ownList(MailSchema),
  audit: ownList(AuditRowSchema),
}

import * as v from 'valibot'
import { ITEM_TYPES, USER_ROLES } from '../../schema/choices.ts'
import { BLOCK_KINDS, OwnSearches, SEARCH_SORTS } from '../../schema/own/channels.ts'
import { LIBRARY_STATES, LibraryPage, OwnItem, SeenItem } from '../../schema/own/items.ts'
import { PEOPLE_SORTS } from '../../schema/own/people.ts'
import {
  NewRedirect,
  OwnRedirect,
  OwnRedirected,
  REDIRECT_SOURCES,
  REDIRECTS,
  RedirectId,
} from '../../schema/own/redirects.ts'
import {
  OwnOverview,
  OwnReport,
  REPORT_REASONS,
  REPORT_STATES,
  REPORT_TEXT_MAX,
} from '../../schema/own/staff.ts'
import {
  ApiTokenSchema,
  FavoriteSchema,
  KeySchema,
  KnownFileSchema,
  MailSchema,
  NewSecretSchema,
  PersonSchema,
  SessionSchema,
  TakedownSchema,
  UploadedSchema,
  UploadSchema,
} from '../../schema/own-site.ts'
import { GifListSchema, MetaOnlySchema } from '../../schema/provider-response.ts'
import { EmptyResponse, recordList } from '../../schema/record-list.ts'
import { RegistrationSchema, UserRecordSchema } from '../../schema/site-records.ts'
import { optionalField } from '../fields.ts'
import { MediaAddress } from '../services.ts'
import {
  Bit,
  BlockList,
  Email,
  FreeText,
  Link,
  Moment,
  NewPassword,
  NonNegative,
  OneOf,
  Order,
  Password,
  RatingField,
  RecordId,
  Secret,
  Username,
  YesNo,
} from '../site-fields.ts'
import { BlockSchema } from './content.ts'
import { GIF_FIELDS } from './gif-fields.ts'
import { siteCall } from './site-call.ts'

const page = { limit: optionalField(NonNegative), offset: optionalField(NonNegative) }
/** Those of a list that its time sorts. */
const timed = { ...page, order: Order }
const OneRecord = v.object({ id: RecordId })
const OneFavorite = v.object({ gif: RecordId })
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'))

const ITEMS_MESSAGE = 'must be a list of at most 50 ids or words'
const BlockItems = v.pipe(
  v.array(v.pipe(v.union([v.string(), v.number()], ITEMS_MESSAGE), v.transform(String)), ITEMS_MESSAGE),
  v.maxLength(50, ITEMS_MESSAGE),
)

const reportState = OneOf(REPORT_STATES)

const libraryState = OneOf(LIBRARY_STATES)

// As text: a form has no objects. An item's words are 13,000 characters at most.
const Seen = v.pipe(
  v.string('must be JSON'),
  v.maxLength(16_000, 'must be at most 16000 characters'),
  v.check(
    (text) => v.is(v.pipe(v.string(), v.parseJson(), SeenItem), text),
    'must be JSON of fields of the item',
  ),
)

const REPORTS = '/api/v3/reports/'
const BLOCK = '/api/v3/content-blocks/:token'
const TO_ADD = `must be a list of 1 to ${REDIRECTS.atOnce} redirects`
const REDIRECTS_PATH = '/api/v3/redirects/'
const FAVORITES = '/api/v1/users/self/favorites'
const OWN_GIFS = '/api/v1/users/self/gifs'

/**
 * The calls of the embedded site beyond §7 (`docs/contract.md`): they exist where `SITE_URL` is empty. What has a token
 * in its own body (`login`, the two of a forgotten password) needs no `csrftoken`, only our own origin.
 */
export const ownSiteCalls = {
  login: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/api/v3/login',
    encoding: 'form',
    auth: 'none',
    // A name and a password, or the token of a link alone.
    input: v.object({
      username: optionalField(v.union([Username, Email])),
      password: optionalField(Password),
      token: optionalField(Secret),
    }),
    response: UserRecordSchema,
  }),
  logout: siteCall({
    role: 'user',
    method: 'POST',
    path: '/api/v3/logout',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({}),
    response: EmptyResponse,
  }),
  changePassword: siteCall({
    role: 'user',
    method: 'POST',
    path: '/api/v3/password',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ current: Password, new: NewPassword }),
    response: EmptyResponse,
  }),
  resetPassword: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/api/v3/password/reset',
    encoding: 'form',
    auth: 'none',
    input: v.object({ email: Email }),
    response: RegistrationSchema,
  }),
  confirmReset: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/api/v3/password/reset/confirm',
    encoding: 'form',
    auth: 'none',
    input: v.object({ token: Secret, new: NewPassword }),
    response: EmptyResponse,
  }),
  sessions: siteCall({
    role: 'user',
    path: '/api/v3/sessions',
    input: v.object({}),
    response: recordList(SessionSchema),
  }),
  endSession: siteCall({
    role: 'user',
    method: 'DELETE',
    path: '/api/v3/sessions/:id',
    auth: 'session+csrf',
    input: OneRecord,
    response: EmptyResponse,
  }),
  tokens: siteCall({
    role: 'user',
    path: '/api/v3/tokens',
    input: v.object({}),
    response: recordList(ApiTokenSchema),
  }),
  createToken: siteCall({
    role: 'user',
    method: 'POST',
    path: '/api/v3/tokens',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ name: FreeText(100), expires: optionalField(Moment) }),
    response: NewSecretSchema,
  }),
  deleteToken: siteCall({
    role: 'user',
    method: 'DELETE',
    path: '/api/v3/tokens/:id',
    auth: 'session+csrf',
    input: OneRecord,
    response: EmptyResponse,
  }),
  deleteAccount: siteCall({
    role: 'user',
    method: 'DELETE',
    path: '/api/v3/account',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ password: Password, keep_gifs: v.optional(YesNo, false) }),
    response: EmptyResponse,
  }),
  // Its response is in the provider's envelope; its body is streamed, so that no field needs the file.
  uploadGif: siteCall({
    role: 'user',
    method: 'POST',
    path: '/v1/gifs',
    encoding: 'multipart',
    auth: 'token',
    input: v.object({
      file: v.optional(v.blob('must be a file')),
      source_image_url: v.optional(MediaAddress),
      tags: v.optional(GIF_FIELDS.tags),
      title: v.optional(GIF_FIELDS.title),
      source_post_url: v.optional(Link),
      rating: v.optional(GIF_FIELDS.rating),
    }),
    response: UploadedSchema,
  }),
  // §7 has them at the provider; in our own library they need who somebody is.
  putCta: siteCall({
    role: 'owner',
    method: 'PUT',
    path: '/v1/gifs/:id/cta',
    encoding: 'form',
    auth: 'token',
    input: v.object({ id: RecordId, link: Link, text: v.pipe(FreeText(100), v.trim()) }),
    response: MetaOnlySchema,
  }),
  removeCta: siteCall({
    role: 'owner',
    method: 'DELETE',
    path: '/v1/gifs/:id/cta',
    auth: 'token',
    input: OneRecord,
    response: MetaOnlySchema,
  }),
  sendRenditions: siteCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/gifs/:id/renditions',
    encoding: 'multipart',
    auth: 'token',
    input: OneRecord,
    response: UploadSchema,
  }),
  // Asked before a file is sent: at most one item.
  knownFiles: siteCall({
    role: 'user',
    path: '/api/v3/uploads/',
    auth: 'token',
    input: v.object({ sha256: Sha256 }),
    response: recordList(KnownFileSchema),
  }),
  upload: siteCall({
    role: 'owner',
    path: '/api/v3/uploads/:id',
    auth: 'token',
    input: OneRecord,
    response: UploadSchema,
  }),
  retryUpload: siteCall({
    role: 'owner',
    method: 'POST',
    path: '/api/v3/uploads/:id/retry',
    encoding: 'form',
    auth: 'token',
    input: OneRecord,
    response: UploadSchema,
  }),
  cancelUpload: siteCall({
    role: 'owner',
    method: 'DELETE',
    path: '/api/v3/uploads/:id',
    auth: 'token',
    input: OneRecord,
    response: UploadSchema,
  }),
  // Hidden ones too.
  ownGifs: siteCall({
    role: 'user',
    path: OWN_GIFS,
    auth: 'token',
    input: v.object(page),
    response: recordList(OwnItem),
  }),
  ownGif: siteCall({
    role: 'user',
    path: `${OWN_GIFS}/:gif`,
    auth: 'token',
    input: v.object({ gif: RecordId }),
    response: OwnItem,
  }),
  // What is left out stays as it is (§7 has `updateGif`, by one key).
  editGif: siteCall({
    role: 'owner',
    method: 'PUT',
    path: '/api/v1/gifs/:id/',
    encoding: 'form',
    auth: 'token',
    input: v.object({
      id: RecordId,
      title: v.optional(GIF_FIELDS.title),
      alt_text: v.optional(GIF_FIELDS.alt_text),
      // One text: a list that is empty has no field in a form, and here it takes all of them away.
      tags: v.optional(v.pipe(GIF_FIELDS.tags, v.transform(String))),
      rating: v.optional(GIF_FIELDS.rating),
      source_post_url: v.optional(GIF_FIELDS.source),
      is_hidden: v.optional(GIF_FIELDS.is_hidden),
      is_indexable: v.optional(GIF_FIELDS.is_indexable),
      // What somebody has seen: other values since are a conflict.
      was: optionalField(Seen),
    }),
    response: OwnItem,
  }),
  // Of everybody, hidden ones too.
  allGifs: siteCall({
    role: 'moderator',
    path: '/api/v3/gifs/',
    input: v.object({
      gif: optionalField(RecordId),
      q: optionalField(FreeText(100)),
      owner: optionalField(Username),
      type: optionalField(v.picklist(ITEM_TYPES, 'must be gif, sticker, text or video')),
      rating: optionalField(GIF_FIELDS.rating),
      state: optionalField(libraryState),
      ...timed,
    }),
    response: LibraryPage,
  }),
  deleteGif: siteCall({
    role: 'owner',
    method: 'DELETE',
    path: '/api/v1/gifs/:id/',
    auth: 'token',
    input: OneRecord,
    response: EmptyResponse,
  }),
  favorites: siteCall({ role: 'user', path: FAVORITES, input: v.object(page), response: GifListSchema }),
  favorite: siteCall({
    role: 'user',
    path: `${FAVORITES}/:gif`,
    input: OneFavorite,
    response: FavoriteSchema,
  }),
  addFavorite: siteCall({
    role: 'user',
    method: 'PUT',
    path: `${FAVORITES}/:gif`,
    auth: 'session+csrf',
    input: OneFavorite,
    response: EmptyResponse,
  }),
  removeFavorite: siteCall({
    role: 'user',
    method: 'DELETE',
    path: `${FAVORITES}/:gif`,
    auth: 'session+csrf',
    input: OneFavorite,
    response: EmptyResponse,
  }),
  takedowns: siteCall({
    role: 'staff',
    path: '/api/v3/content-takedown/',
    input: v.object(timed),
    response: recordList(TakedownSchema),
  }),
  restoreTakedown: siteCall({
    role: 'staff',
    method: 'POST',
    path: '/api/v3/content-takedown/:id/restore',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId, reason: optionalField(FreeText(500)) }),
    response: TakedownSchema,
  }),
  // §7 has the report of a search (`reportSearch`).
  report: siteCall({
    role: 'visitor',
    method: 'POST',
    path: REPORTS,
    encoding: 'form',
    auth: 'csrf',
    input: v.object({
      gif: RecordId,
      reason: OneOf(REPORT_REASONS),
      anonymous: v.optional(Bit),
      additional_info: optionalField(FreeText(REPORT_TEXT_MAX)),
    }),
    response: EmptyResponse,
  }),
  reports: siteCall({
    role: 'moderator',
    path: REPORTS,
    input: v.object({ state: optionalField(reportState), gif: optionalField(RecordId), ...timed }),
    response: recordList(OwnReport),
  }),
  decideReport: siteCall({
    role: 'moderator',
    method: 'PUT',
    path: `${REPORTS}:id/`,
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({
      id: RecordId,
      state: reportState,
      // The state that the moderator has seen: another one since is a conflict.
      was: optionalField(reportState),
      note: optionalField(FreeText(2000)),
    }),
    response: OwnReport,
  }),
  putContentBlock: siteCall({
    role: 'staff',
    method: 'PUT',
    path: BLOCK,
    encoding: 'json',
    auth: 'session+csrf',
    input: v.object({
      token: RecordId,
      kind: OneOf(BLOCK_KINDS),
      title: v.optional(FreeText(200), ''),
      body: v.optional(FreeText(5000), ''),
      items: v.optional(BlockItems, []),
    }),
    response: BlockSchema,
  }),
  deleteContentBlock: siteCall({
    role: 'staff',
    method: 'DELETE',
    path: BLOCK,
    auth: 'session+csrf',
    input: v.object({ token: RecordId }),
    response: EmptyResponse,
  }),
  // What people search for, a page of it (§7 has the file of all).
  searches: siteCall({
    role: 'moderator',
    path: '/api/v3/searches/',
    input: v.object({
      q: optionalField(FreeText(100)),
      sort: v.optional(OneOf(SEARCH_SORTS), 'count'),
      order: Order,
      ...page,
    }),
    response: OwnSearches,
  }),
  overview: siteCall({
    role: 'moderator',
    path: '/api/v3/overview/',
    input: v.object({}),
    response: OwnOverview,
  }),
  people: siteCall({
    role: 'staff',
    path: '/api/v3/users/',
    input: v.object({
      search: optionalField(FreeText(100)),
      role: optionalField(v.picklist(USER_ROLES, 'must be a role')),
      // As the artists' call has them.
      filter: optionalField(FreeText(100)),
      freelance: optionalField(YesNo),
      order: Order,
      sort: v.optional(OneOf(PEOPLE_SORTS), 'jointime'),
      rating: optionalField(RatingField),
      ...page,
    }),
    response: recordList(PersonSchema),
  }),
  person: siteCall({ role: 'staff', path: '/api/v3/users/:id/', input: OneRecord, response: PersonSchema }),
  // What is left out stays as it is. `was` is the record's `updated_at` as somebody has seen it.
  updatePerson: siteCall({
    role: 'staff',
    method: 'PUT',
    path: '/api/v3/users/:id/',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({
      id: RecordId,
      display_name: v.optional(v.pipe(FreeText(100), v.trim(), v.minLength(1, 'is required'))),
      description: v.optional(v.pipe(FreeText(1000), v.trim())),
      website_url: v.optional(v.union([v.literal(''), Link], 'must be an http(s) URL')),
      twitter: v.optional(v.pipe(FreeText(50), v.trim())),
      is_public: v.optional(YesNo),
      is_freelance: v.optional(YesNo),
      is_verified: v.optional(YesNo),
      was: optionalField(FreeText(40)),
    }),
    response: PersonSchema,
  }),
  // Their API tokens stay.
  endPersonSessions: siteCall({
    role: 'staff',
    method: 'DELETE',
    path: '/api/v3/users/:id/sessions',
    auth: 'session+csrf',
    input: OneRecord,
    response: EmptyResponse,
  }),
  setRole: siteCall({
    role: 'staff',
    method: 'PUT',
    path: '/api/v3/users/:id/role',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({
      id: RecordId,
      role: v.picklist(USER_ROLES, 'must be user, artist, moderator or staff'),
      // The role that somebody has seen: another one since is a conflict.
      was: optionalField(v.picklist(USER_ROLES, 'must be a role')),
    }),
    response: PersonSchema,
  }),
  // Old ids of items, and where they lead (`docs/moving.md`).
  redirects: siteCall({
    role: 'staff',
    path: REDIRECTS_PATH,
    auth: 'token',
    input: v.object({
      gif: optionalField(RecordId),
      source: optionalField(OneOf(REDIRECT_SOURCES)),
      ...timed,
    }),
    response: recordList(OwnRedirect),
  }),
  // One that is there stays as it is: a repetition writes nothing.
  addRedirects: siteCall({
    role: 'staff',
    method: 'POST',
    path: REDIRECTS_PATH,
    encoding: 'json',
    auth: 'token',
    input: v.object({
      redirects: v.pipe(
        v.array(NewRedirect, TO_ADD),
        v.minLength(1, TO_ADD),
        v.maxLength(REDIRECTS.atOnce, TO_ADD),
      ),
    }),
    response: recordList(OwnRedirected),
  }),
  deleteRedirect: siteCall({
    role: 'staff',
    method: 'DELETE',
    path: `${REDIRECTS_PATH}:redirect`,
    auth: 'token',
    input: v.object({ redirect: RedirectId }),
    response: EmptyResponse,
  }),
  keys: siteCall({
    role: 'staff',
    path: '/api/v3/keys/',
    input: v.object({}),
    response: recordList(KeySchema),
  }),
  createKey: siteCall({
    role: 'staff',
    method: 'POST',
    path: '/api/v3/keys/',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({
      name: FreeText(100),
      rate: optionalField(NonNegative),
      rating: optionalField(GIF_FIELDS.rating),
      blocked: v.optional(BlockList, []),
    }),
    response: NewSecretSchema,
  }),
  deleteKey: siteCall({
    role: 'staff',
    method: 'DELETE',
    path: '/api/v3/keys/:id',
    auth: 'session+csrf',
    input: OneRecord,
    response: EmptyResponse,
  }),
  outbox: siteCall({
    role: 'staff',
    path: '/api/v3/outbox/',
    input: v.object(timed),
    response: recordList(MailSchema),
  }),
}

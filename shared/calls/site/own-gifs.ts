import * as v from 'valibot'
import { TagsByLanguage } from '../../language-tags.ts'
import { CHOSEN_TYPES, ITEM_TYPES, MOVING_FORMATS } from '../../schema/choices.ts'
import { SaidPhash } from '../../schema/own/hashes.ts'
import { LIBRARY_STATES, LibraryPage, OwnItem, SeenItem } from '../../schema/own/items.ts'
import { FavoriteSchema, KnownFileSchema, UploadedSchema, UploadSchema } from '../../schema/own/people.ts'
import { LEASE_STATES, LeasedSchema, ReportedSchema } from '../../schema/own/renditions.ts'
import { GifListSchema, MetaOnlySchema } from '../../schema/provider-response.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession, byToken } from '../call.ts'
import {
  FormList,
  FreeText,
  Link,
  MediaAddress,
  NonNegative,
  OneOf,
  OneRecord,
  optionalField,
  page,
  RatingField,
  RecordId,
  TagList,
  timed,
  Username,
  YesNo,
} from '../fields.ts'
import { filmOf } from '../film-address.ts'

/** What an item's owner may change, and its form; the names are those of the row. */
export const GIF_FIELDS = {
  title: v.pipe(FreeText(140), v.trim()),
  alt_text: v.pipe(FreeText(500), v.trim()),
  tags: TagList,
  rating: RatingField,
  /** The page that it comes from; empty for none. */
  source: v.union([v.literal(''), Link], 'must be an http(s) URL'),
  type: OneOf(CHOSEN_TYPES),
  is_hidden: YesNo,
  is_indexable: YesNo,
}

// As text: a form has no objects. 400 tags of 100 characters, each with another one, are 100,000 at most.
const LanguageTags = v.pipe(
  v.string('must be JSON'),
  v.maxLength(100_000, 'must be at most 100000 characters'),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : undefined
    if (message) addIssue({ message })
  }),
)

/** What is wrong with JSON of tags by language. */
function problemOf(text: string): string | undefined {
  const { issues } = v.safeParse(
    v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'), TagsByLanguage),
    text,
  )
  return issues?.[0].message
}

const ITEM_ID_MESSAGE = 'must be 12 letters and digits'
const SLUG_MESSAGE = 'must be small letters and digits, with dashes between them'
const TIME_MESSAGE = 'must be a time like 2026-11-27 14:00:00'

/** In place of a username: an item is no one's. */
export const NO_OWNER = '@none'

/** What staff say of an item that comes from another library: its id and address, whose it is, since when, and its weight. */
export const IMPORT_FIELDS = {
  gif_id: v.pipe(v.string(ITEM_ID_MESSAGE), v.regex(/^[A-Za-z0-9]{12}$/, ITEM_ID_MESSAGE)),
  slug: v.pipe(
    v.string(SLUG_MESSAGE),
    v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG_MESSAGE),
    v.maxLength(100, 'must be at most 100 characters'),
  ),
  // GIPHY's clients send a `username`, which is who they are.
  owner: v.union([v.literal(NO_OWNER), Username], 'must be a username of up to 50 letters and digits'),
  import_datetime: v.pipe(
    v.string(TIME_MESSAGE),
    v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, TIME_MESSAGE),
    v.check((time) => !Number.isNaN(Date.parse(`${time.replace(' ', 'T')}Z`)), TIME_MESSAGE),
  ),
  weight: v.pipe(NonNegative, v.maxValue(100, 'must be at most 100')),
}

const FILM_MESSAGE = 'must be the URL of a film on YouTube or Vimeo'

const OneGif = v.object({ gif: RecordId })
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'))

// As text: a form has no objects. An item's words are 13,000 characters at most.
const Seen = v.pipe(
  v.string('must be JSON'),
  v.maxLength(16_000, 'must be at most 16000 characters'),
  v.check(
    (text) => v.is(v.pipe(v.string(), v.parseJson(), SeenItem), text),
    'must be JSON of fields of the item',
  ),
)

/** Where a film begins at most: after a day, in seconds. */
const START_MAX = 86_400

/** A film by its address (`shared/film.ts`); nothing but the host, the id, and the start is kept. */
export const FilmFields = {
  url: v.pipe(
    v.string(FILM_MESSAGE),
    v.trim(),
    v.maxLength(2048, FILM_MESSAGE),
    v.check((url) => filmOf(url) !== undefined, FILM_MESSAGE),
  ),
  start: optionalField(v.pipe(NonNegative, v.maxValue(START_MAX, `must be at most ${START_MAX} seconds`))),
}

const FAVORITES = '/api/v1/users/self/favorites'
const OWN_GIFS = '/api/v1/users/self/gifs'

const OF_UPLOAD = { scope: 'upload' } as const

const LEASED_MESSAGE = 'must be 1 to 10'

/** The embedded site's beyond §7: items of people, their files, and favorites. */
export const ownGifCalls = {
  // Its response is in the provider's envelope; its body is streamed, so that no field needs the file.
  uploadGif: byToken.post(
    'user',
    '/v1/gifs',
    v.object({
      file: v.optional(v.blob('must be a file')),
      source_image_url: v.optional(MediaAddress),
      tags: v.optional(GIF_FIELDS.tags),
      title: v.optional(GIF_FIELDS.title),
      source_post_url: v.optional(Link),
      rating: v.optional(GIF_FIELDS.rating),
      type: v.optional(GIF_FIELDS.type),
      alt_text: v.optional(GIF_FIELDS.alt_text),
      language_tags: v.optional(LanguageTags),
      film_url: v.optional(FilmFields.url),
      film_start: FilmFields.start,
      ...v.partial(v.object(IMPORT_FIELDS)).entries,
    }),
    UploadedSchema,
    { encoding: 'multipart', scope: 'upload' },
  ),
  // §7 has them at the provider; in our own library they need a person.
  putCta: byToken.put(
    'owner',
    '/v1/gifs/:id/cta',
    v.object({ id: RecordId, link: Link, text: v.pipe(FreeText(100), v.trim()) }),
    MetaOnlySchema,
  ),
  removeCta: byToken.del('owner', '/v1/gifs/:id/cta', OneRecord, MetaOnlySchema),
  putFilm: byToken.put('owner', '/api/v3/gifs/:id/film', v.object({ id: RecordId, ...FilmFields }), OwnItem),
  removeFilm: byToken.del('owner', '/api/v3/gifs/:id/film', OneRecord, EmptyResponse),
  sendRenditions: byToken.post('owner', '/api/v3/gifs/:id/renditions', OneRecord, UploadSchema, {
    encoding: 'multipart',
    scope: 'upload',
  }),
  leaseRenditions: byToken.post(
    'staff',
    '/api/v3/renditions/lease',
    v.object({
      forms: v.optional(FormList, [...MOVING_FORMATS]),
      max: v.optional(v.pipe(NonNegative, v.minValue(1, LEASED_MESSAGE), v.maxValue(10, LEASED_MESSAGE)), 1),
      again: v.optional(YesNo, false),
      after: optionalField(RecordId),
    }),
    LeasedSchema,
    OF_UPLOAD,
  ),
  reportRenditions: byToken.put(
    'staff',
    '/api/v3/renditions/lease/:id',
    v.object({
      id: RecordId,
      lease: RecordId,
      state: OneOf(LEASE_STATES),
      reason: optionalField(FreeText(200)),
      made: optionalField(NonNegative),
      planned: optionalField(NonNegative),
      // With what all is made.
      phash: optionalField(SaidPhash),
    }),
    ReportedSchema,
    OF_UPLOAD,
  ),
  // Asked before a file is sent: at most one item.
  knownFiles: byToken.get(
    'user',
    '/api/v3/uploads/',
    v.object({ sha256: Sha256 }),
    recordList(KnownFileSchema),
    OF_UPLOAD,
  ),
  upload: byToken.get('owner', '/api/v3/uploads/:id', OneRecord, UploadSchema, OF_UPLOAD),
  retryUpload: byToken.post('owner', '/api/v3/uploads/:id/retry', OneRecord, UploadSchema, OF_UPLOAD),
  cancelUpload: byToken.del('owner', '/api/v3/uploads/:id', OneRecord, UploadSchema, OF_UPLOAD),
  // Hidden ones too.
  ownGifs: byToken.get('user', OWN_GIFS, v.object(page), recordList(OwnItem)),
  ownGif: byToken.get('user', `${OWN_GIFS}/:gif`, v.object({ gif: RecordId }), OwnItem),
  // What is left out stays as it is (§7 has `updateGif`, by one key).
  editGif: byToken.put(
    'owner',
    '/api/v1/gifs/:id/',
    v.object({
      id: RecordId,
      title: v.optional(GIF_FIELDS.title),
      alt_text: v.optional(GIF_FIELDS.alt_text),
      // One text: a list that is empty has no field in a form, and here it takes all of them away.
      tags: v.optional(v.pipe(GIF_FIELDS.tags, v.transform(String))),
      rating: v.optional(GIF_FIELDS.rating),
      type: v.optional(GIF_FIELDS.type),
      source_post_url: v.optional(GIF_FIELDS.source),
      // All tags of the languages that are named.
      language_tags: v.optional(LanguageTags),
      // Whose it is: staff's to say.
      owner: v.optional(IMPORT_FIELDS.owner),
      is_hidden: v.optional(GIF_FIELDS.is_hidden),
      is_indexable: v.optional(GIF_FIELDS.is_indexable),
      // What the editor has seen: other values since are a conflict.
      was: optionalField(Seen),
    }),
    OwnItem,
  ),
  // Of all people, hidden ones too.
  allGifs: bySession.get(
    'moderator',
    '/api/v3/gifs/',
    v.object({
      gif: optionalField(RecordId),
      q: optionalField(FreeText(100)),
      owner: optionalField(Username),
      type: optionalField(OneOf(ITEM_TYPES)),
      rating: optionalField(RatingField),
      state: optionalField(OneOf(LIBRARY_STATES)),
      ...timed,
    }),
    LibraryPage,
  ),
  deleteGif: byToken.del('owner', '/api/v1/gifs/:id/', OneRecord, EmptyResponse),
  favorites: bySession.get('user', FAVORITES, v.object(page), GifListSchema),
  favorite: bySession.get('user', `${FAVORITES}/:gif`, OneGif, FavoriteSchema),
  addFavorite: bySession.put('user', `${FAVORITES}/:gif`, OneGif, EmptyResponse, { encoding: 'query' }),
  removeFavorite: bySession.del('user', `${FAVORITES}/:gif`, OneGif, EmptyResponse),
}

import * as v from 'valibot'
import { USER_ROLES } from '../../schema/choices.ts'
import { BLOCK_KINDS, OwnSearches, SEARCH_SORTS } from '../../schema/own/channels.ts'
import { REDIRECT_SOURCES } from '../../schema/own/old-id.ts'
import {
  KeySchema,
  MailSchema,
  NewSecretSchema,
  PEOPLE_SORTS,
  PersonSchema,
} from '../../schema/own/people.ts'
import { NewRedirect, OwnRedirect, OwnRedirected, REDIRECTS, RedirectId } from '../../schema/own/redirects.ts'
import { OwnOverview } from '../../schema/own/staff.ts'
import { EmptyResponse, recordList } from '../../schema/record-list.ts'
import { bySession, byToken } from '../call.ts'
import { optionalField } from '../fields.ts'
import {
  BlockList,
  FreeText,
  Link,
  NonNegative,
  Nothing,
  OneOf,
  OneRecord,
  Order,
  page,
  RatingField,
  RecordId,
  timed,
  YesNo,
} from '../site-fields.ts'
import { BlockSchema } from './content.ts'

const ITEMS_MESSAGE = 'must be a list of at most 50 ids or words'
const BlockItems = v.pipe(
  v.array(v.pipe(v.union([v.string(), v.number()], ITEMS_MESSAGE), v.transform(String)), ITEMS_MESSAGE),
  v.maxLength(50, ITEMS_MESSAGE),
)

const BLOCK = '/api/v3/content-blocks/:token'
const TO_ADD = `must be a list of 1 to ${REDIRECTS.atOnce} redirects`
const REDIRECTS_PATH = '/api/v3/redirects/'

/** The embedded site's beyond §7 for staff: people, keys, redirects, mails, and what is counted. */
export const ownStaffCalls = {
  people: bySession.get(
    'staff',
    '/api/v3/users/',
    v.object({
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
    recordList(PersonSchema),
  ),
  person: bySession.get('staff', '/api/v3/users/:id/', OneRecord, PersonSchema),
  // What is left out stays as it is. `was` is the record's `updated_at` as the editor has seen it.
  updatePerson: bySession.put(
    'staff',
    '/api/v3/users/:id/',
    v.object({
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
    PersonSchema,
  ),
  // Their API tokens stay.
  endPersonSessions: bySession.del('staff', '/api/v3/users/:id/sessions', OneRecord, EmptyResponse),
  setRole: bySession.put(
    'staff',
    '/api/v3/users/:id/role',
    v.object({
      id: RecordId,
      role: v.picklist(USER_ROLES, 'must be user, artist, moderator or staff'),
      // The role that the editor has seen: another one since is a conflict.
      was: optionalField(v.picklist(USER_ROLES, 'must be a role')),
    }),
    PersonSchema,
  ),
  keys: bySession.get('staff', '/api/v3/keys/', Nothing, recordList(KeySchema)),
  createKey: bySession.post(
    'staff',
    '/api/v3/keys/',
    v.object({
      name: FreeText(100),
      rate: optionalField(NonNegative),
      rating: optionalField(RatingField),
      blocked: v.optional(BlockList, []),
    }),
    NewSecretSchema,
  ),
  deleteKey: bySession.del('staff', '/api/v3/keys/:id', OneRecord, EmptyResponse),
  outbox: bySession.get('staff', '/api/v3/outbox/', v.object(timed), recordList(MailSchema)),
  // Old ids of items, and where they lead (`docs/moving.md`).
  redirects: byToken.get(
    'staff',
    REDIRECTS_PATH,
    v.object({
      gif: optionalField(RecordId),
      source: optionalField(OneOf(REDIRECT_SOURCES)),
      ...timed,
    }),
    recordList(OwnRedirect),
  ),
  // One that is there stays as it is: a repetition writes nothing.
  addRedirects: byToken.post(
    'staff',
    REDIRECTS_PATH,
    v.object({
      redirects: v.pipe(
        v.array(NewRedirect, TO_ADD),
        v.minLength(1, TO_ADD),
        v.maxLength(REDIRECTS.atOnce, TO_ADD),
      ),
    }),
    recordList(OwnRedirected),
    { encoding: 'json' },
  ),
  deleteRedirect: byToken.del(
    'staff',
    `${REDIRECTS_PATH}:redirect`,
    v.object({ redirect: RedirectId }),
    EmptyResponse,
  ),
  // What people search for, a page of it (§7 has the file of all).
  searches: bySession.get(
    'moderator',
    '/api/v3/searches/',
    v.object({
      q: optionalField(FreeText(100)),
      sort: v.optional(OneOf(SEARCH_SORTS), 'count'),
      order: Order,
      ...page,
    }),
    OwnSearches,
  ),
  overview: bySession.get('moderator', '/api/v3/overview/', Nothing, OwnOverview),
  putContentBlock: bySession.put(
    'staff',
    BLOCK,
    v.object({
      token: RecordId,
      kind: OneOf(BLOCK_KINDS),
      title: v.optional(FreeText(200), ''),
      body: v.optional(FreeText(5000), ''),
      items: v.optional(BlockItems, []),
    }),
    BlockSchema,
    { encoding: 'json' },
  ),
  deleteContentBlock: bySession.del('staff', BLOCK, v.object({ token: RecordId }), EmptyResponse),
}

import * as v from 'valibot'
import { ITEM_ACTS, STANDINGS, USER_ROLES } from '../../schema/choices.ts'
import {
  ApiTokenSchema,
  NewSecretSchema,
  PEOPLE_SORTS,
  PersonItemsSchema,
  PersonSchema,
  SessionSchema,
} from '../../schema/own/people.ts'
import {
  NewRedirect,
  OwnRedirect,
  OwnRedirected,
  REDIRECT_SOURCES,
  REDIRECTS,
  RedirectId,
} from '../../schema/own/redirects.ts'
import { KeySchema, MAIL_STATES, MailSchema, OwnOverview } from '../../schema/own/staff.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession, byToken, OF_ACCESS } from '../call.ts'
import {
  BlockList,
  FreeText,
  Link,
  NonNegative,
  Nothing,
  OneOf,
  OneRecord,
  Order,
  optionalField,
  page,
  RatingField,
  RecordId,
  timed,
  Username,
  YesNo,
} from '../fields.ts'

const TO_ADD = `must be a list of 1 to ${REDIRECTS.atOnce} redirects`
const REDIRECTS_PATH = '/api/v3/redirects/'

const profileFields = {
  display_name: v.optional(v.pipe(FreeText(100), v.trim(), v.minLength(1, 'is required'))),
  description: v.optional(v.pipe(FreeText(1000), v.trim())),
  website_url: v.optional(v.union([v.literal(''), Link], 'must be an http(s) URL')),
  twitter: v.optional(v.pipe(FreeText(50), v.trim())),
  is_public: v.optional(YesNo),
  is_freelance: v.optional(YesNo),
  is_verified: v.optional(YesNo),
  suppress_chrome: v.optional(YesNo),
}

const USER_ID_MESSAGE = 'must be made of up to 64 letters, digits, and dashes'
/** The id of a person who comes from another library; addresses of files have it. */
const NewUserId = v.pipe(
  v.string(USER_ID_MESSAGE),
  v.regex(/^[A-Za-z0-9-]{1,64}$/, USER_ID_MESSAGE),
  v.check((id) => id !== 'self', USER_ID_MESSAGE),
)

/** The embedded site's beyond §7 for staff: people, keys, redirects, mails, and the overview. */
export const ownStaffCalls = {
  people: byToken.get(
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
  person: byToken.get('staff', '/api/v3/users/:id/', OneRecord, PersonSchema),
  // What is left out stays as it is. `was` is the record's `updated_at` as the editor has seen it.
  updatePerson: byToken.put(
    'staff',
    '/api/v3/users/:id/',
    v.object({
      id: RecordId,
      ...profileFields,
      was: optionalField(FreeText(40)),
    }),
    PersonSchema,
  ),
  // Someone whose items others publish: no one signs in as them. One that is there already is answered as it is.
  createPerson: byToken.post(
    'staff',
    '/api/v3/users/',
    v.object({ id: optionalField(NewUserId), username: Username, ...profileFields }),
    PersonSchema,
  ),
  // Everything ends that lets them in: tokens and links too.
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
    OF_ACCESS,
  ),
  setState: bySession.put(
    'staff',
    '/api/v3/users/:id/state',
    v.object({
      id: RecordId,
      state: OneOf(STANDINGS),
      reason: v.optional(v.pipe(FreeText(500), v.trim()), ''),
    }),
    PersonSchema,
    OF_ACCESS,
  ),
  personSessions: bySession.get('staff', '/api/v3/users/:id/sessions', OneRecord, recordList(SessionSchema)),
  endPersonSession: bySession.del(
    'staff',
    '/api/v3/users/:id/sessions/:session',
    v.object({ id: RecordId, session: RecordId }),
    EmptyResponse,
  ),
  personItems: bySession.get('staff', '/api/v3/users/:id/items', OneRecord, PersonItemsSchema),
  // All of them at once: the person's name is typed again.
  actOnItems: bySession.post(
    'staff',
    '/api/v3/users/:id/items',
    v.object({
      id: RecordId,
      act: OneOf(ITEM_ACTS),
      username: FreeText(100),
      reason: v.pipe(FreeText(500), v.trim(), v.nonEmpty('is required')),
    }),
    PersonItemsSchema,
    OF_ACCESS,
  ),
  removePersonFactors: bySession.del(
    'staff',
    '/api/v3/users/:id/factors',
    v.object({ id: RecordId, reason: v.pipe(FreeText(500), v.trim(), v.nonEmpty('is required')) }),
    EmptyResponse,
    { encoding: 'form', ...OF_ACCESS },
  ),
  personTokens: bySession.get('staff', '/api/v3/users/:id/tokens', OneRecord, recordList(ApiTokenSchema)),
  deletePersonToken: bySession.del(
    'staff',
    '/api/v3/users/:id/tokens/:token',
    v.object({ id: RecordId, token: RecordId }),
    EmptyResponse,
    OF_ACCESS,
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
    OF_ACCESS,
  ),
  // What is left out stays as it is.
  updateKey: bySession.put(
    'staff',
    '/api/v3/keys/:id',
    v.object({
      id: RecordId,
      name: v.optional(FreeText(100)),
      rate: optionalField(NonNegative),
      rating: optionalField(RatingField),
      blocked: v.optional(BlockList),
    }),
    KeySchema,
    { ...OF_ACCESS, encoding: 'json' },
  ),
  deleteKey: bySession.del('staff', '/api/v3/keys/:id', OneRecord, EmptyResponse, OF_ACCESS),
  // Without the secrets of their links.
  outbox: bySession.get(
    'staff',
    '/api/v3/outbox/',
    v.object({ state: optionalField(OneOf(MAIL_STATES)), ...timed }),
    recordList(MailSchema),
    OF_ACCESS,
  ),
  // A mail that was not sent, with its link: its person is told.
  revealMail: bySession.post(
    'staff',
    '/api/v3/outbox/:id/reveal',
    v.object({ id: RecordId, reason: v.pipe(FreeText(500), v.trim(), v.minLength(1, 'is required')) }),
    MailSchema,
    OF_ACCESS,
  ),
  // Once a minute at most.
  resendMail: bySession.post('staff', '/api/v3/outbox/:id/resend', OneRecord, MailSchema, OF_ACCESS),
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
  overview: bySession.get('moderator', '/api/v3/overview/', Nothing, OwnOverview),
}

import * as v from 'valibot'
import { ARTIST_DEFAULTS } from '../../limits.ts'
import { ApiTokenSchema, NewSecretSchema, SessionSchema } from '../../schema/own/people.ts'
import {
  BuildSchema,
  FollowSchema,
  LoginSchema,
  RegistrationSchema,
  UserRecordSchema,
  ViewCountSchema,
} from '../../schema/site-records.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession, byToken } from '../call.ts'
import {
  Email,
  FreeText,
  Identifier,
  Link,
  Moment,
  NewPassword,
  Nothing,
  OneRecord,
  optionalField,
  Password,
  RatingField,
  RecordId,
  Secret,
  Username,
  YesNo,
} from '../fields.ts'

/** The fields that users may set on their own record; not rank, role or verification (T34). */
const profile = {
  display_name: optionalField(FreeText(100)),
  email: optionalField(Email),
  description: optionalField(FreeText(1000)),
  website_url: optionalField(Link),
  avatar_url: optionalField(Link),
  banner_url: optionalField(Link),
  facebook_url: optionalField(Link),
  instagram_url: optionalField(Link),
  tumblr_url: optionalField(Link),
  twitter: optionalField(FreeText(50)),
  is_public: optionalField(YesNo),
  is_freelance: optionalField(YesNo),
}

/** §7 Accounts: login, follows, users, artists, registration. */
export const accountCalls = {
  loginCheck: bySession.get('visitor', '/login/check', Nothing, LoginSchema),
  instashare: bySession.post(
    'user',
    '/ajax/instashare/',
    v.object({ gif_id: RecordId, to: FreeText(254) }),
    EmptyResponse,
  ),
  // The id may be `self`.
  follows: bySession.get('user', '/users/:id/follows', OneRecord, recordList(FollowSchema)),
  follow: bySession.post('user', '/users/:id/follows', OneRecord, FollowSchema),
  unfollow: bySession.del('user', '/users/:id/follows', OneRecord, EmptyResponse),
  build: bySession.get('visitor', '/api/v3/env/build', Nothing, BuildSchema, { auth: 'none' }),
  user: byToken.get('user', '/api/v1/users/:id/', OneRecord, UserRecordSchema, { withPassword: true }),
  updateUser: byToken.put(
    'user',
    '/api/v1/users/:id/',
    v.object({ id: RecordId, ...profile }),
    UserRecordSchema,
    { withPassword: true },
  ),
  userViewCount: bySession.get('visitor', '/api/v1/users/:id/view-count/', OneRecord, ViewCountSchema),
  artists: bySession.get(
    'visitor',
    '/api/v3/artists/',
    v.object({
      filter: optionalField(FreeText(100)),
      freelance: optionalField(YesNo),
      order: v.optional(v.picklist(['asc', 'desc'], 'must be asc or desc'), ARTIST_DEFAULTS.order),
      sort: v.optional(Identifier, ARTIST_DEFAULTS.sort),
      rating: v.optional(RatingField, ARTIST_DEFAULTS.rating),
    }),
    recordList(UserRecordSchema),
  ),
  register: bySession.post(
    'visitor',
    '/api/v3/register',
    v.object({
      username: Username,
      email: Email,
      password: Password,
      display_name: optionalField(FreeText(100)),
    }),
    RegistrationSchema,
    { auth: 'csrf' },
  ),
  registerConfirm: bySession.post(
    'visitor',
    '/api/v3/register/confirm',
    v.object({ token: Secret }),
    RegistrationSchema,
    { auth: 'csrf' },
  ),
  registerResend: bySession.post(
    'visitor',
    '/api/v3/register/resend',
    v.object({ email: Email }),
    RegistrationSchema,
    { auth: 'csrf' },
  ),
}

/** The embedded site's beyond §7, of one's own account. `login` and a forgotten password have a token in their body. */
export const ownAccountCalls = {
  // A name and a password, or the token of a link alone.
  login: bySession.post(
    'visitor',
    '/api/v3/login',
    v.object({
      username: optionalField(v.union([Username, Email])),
      password: optionalField(Password),
      token: optionalField(Secret),
    }),
    UserRecordSchema,
    { auth: 'none' },
  ),
  logout: bySession.post('user', '/api/v3/logout', Nothing, EmptyResponse),
  changePassword: bySession.post(
    'user',
    '/api/v3/password',
    v.object({ current: Password, new: NewPassword }),
    EmptyResponse,
  ),
  resetPassword: bySession.post(
    'visitor',
    '/api/v3/password/reset',
    v.object({ email: Email }),
    RegistrationSchema,
    { auth: 'none' },
  ),
  confirmReset: bySession.post(
    'visitor',
    '/api/v3/password/reset/confirm',
    v.object({ token: Secret, new: NewPassword }),
    EmptyResponse,
    { auth: 'none' },
  ),
  sessions: bySession.get('user', '/api/v3/sessions', Nothing, recordList(SessionSchema)),
  endSession: bySession.del('user', '/api/v3/sessions/:id', OneRecord, EmptyResponse),
  tokens: bySession.get('user', '/api/v3/tokens', Nothing, recordList(ApiTokenSchema)),
  createToken: bySession.post(
    'user',
    '/api/v3/tokens',
    v.object({ name: FreeText(100), expires: optionalField(Moment) }),
    NewSecretSchema,
  ),
  deleteToken: bySession.del('user', '/api/v3/tokens/:id', OneRecord, EmptyResponse),
  deleteAccount: bySession.del(
    'user',
    '/api/v3/account',
    v.object({ password: Password, keep_gifs: v.optional(YesNo, false) }),
    EmptyResponse,
    { encoding: 'form' },
  ),
}

import * as v from 'valibot'
import { ARTIST_DEFAULTS } from '../../limits.ts'
import {
  BuildSchema,
  FollowSchema,
  LoginSchema,
  RegistrationSchema,
  UserRecordSchema,
  ViewCountSchema,
} from '../../schema/account.ts'
import { Acknowledged, many } from '../../schema/many.ts'
import { given } from '../fields.ts'
import { Link, Name, RecordId, Username, Words, YesNo } from '../site-fields.ts'
import { siteCall } from './site-call.ts'

const Email = v.pipe(
  v.string('must be an e-mail address'),
  v.maxLength(254, 'must be at most 254 characters'),
  v.regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/, 'must be an e-mail address'),
)
const Password = v.pipe(v.string('must be a text'), v.maxLength(256, 'must be at most 256 characters'))

/** What people may say of themselves. Their rank, role and verification are not theirs to set (T34). */
const profile = {
  display_name: given(Words(100)),
  email: given(Email),
  description: given(Words(1000)),
  website_url: given(Link),
  avatar_url: given(Link),
  banner_url: given(Link),
  facebook_url: given(Link),
  instagram_url: given(Link),
  tumblr_url: given(Link),
  twitter: given(Words(50)),
  is_public: given(YesNo),
}

/** §7 Accounts: login, follows, users, artists, registration. */
export const accountCalls = {
  loginCheck: siteCall({ path: '/login/check', input: v.object({}), answer: LoginSchema }),
  instashare: siteCall({
    method: 'POST',
    path: '/ajax/instashare/',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ gif_id: RecordId, to: Words(254) }),
    answer: Acknowledged,
  }),
  // The id may be `self`.
  follows: siteCall({
    path: '/users/:id/follows',
    input: v.object({ id: RecordId }),
    answer: many(FollowSchema),
  }),
  follow: siteCall({
    method: 'POST',
    path: '/users/:id/follows',
    sends: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId }),
    answer: FollowSchema,
  }),
  unfollow: siteCall({
    method: 'DELETE',
    path: '/users/:id/follows',
    auth: 'session+csrf',
    input: v.object({ id: RecordId }),
    answer: Acknowledged,
  }),
  build: siteCall({ path: '/api/v3/env/build', auth: 'none', input: v.object({}), answer: BuildSchema }),
  user: siteCall({
    path: '/api/v1/users/:id/',
    auth: 'token',
    withPassword: true,
    input: v.object({ id: RecordId }),
    answer: UserRecordSchema,
  }),
  updateUser: siteCall({
    method: 'PUT',
    path: '/api/v1/users/:id/',
    sends: 'form',
    auth: 'token',
    withPassword: true,
    input: v.object({ id: RecordId, ...profile }),
    answer: UserRecordSchema,
  }),
  userViewCount: siteCall({
    path: '/api/v1/users/:id/view-count/',
    input: v.object({ id: RecordId }),
    answer: ViewCountSchema,
  }),
  artists: siteCall({
    path: '/api/v3/artists/',
    input: v.object({
      filter: given(Words(100)),
      freelance: given(YesNo),
      order: v.optional(v.picklist(['asc', 'desc'], 'must be asc or desc'), ARTIST_DEFAULTS.order),
      sort: v.optional(Name, ARTIST_DEFAULTS.sort),
      rating: v.optional(
        v.picklist(['y', 'g', 'pg', 'pg-13', 'r'], 'must be one of g, pg, pg-13, r'),
        ARTIST_DEFAULTS.rating,
      ),
    }),
    answer: many(UserRecordSchema),
  }),
  register: siteCall({
    method: 'POST',
    path: '/api/v3/register',
    sends: 'form',
    auth: 'csrf',
    input: v.object({ username: Username, email: Email, password: Password }),
    answer: RegistrationSchema,
  }),
  registerConfirm: siteCall({
    method: 'POST',
    path: '/api/v3/register/confirm',
    sends: 'form',
    auth: 'csrf',
    input: v.object({
      token: v.pipe(v.string('must be a text'), v.regex(/^[\w.~-]{1,256}$/, 'is no token')),
    }),
    answer: RegistrationSchema,
  }),
  registerResend: siteCall({
    method: 'POST',
    path: '/api/v3/register/resend',
    sends: 'form',
    auth: 'csrf',
    input: v.object({ email: Email }),
    answer: RegistrationSchema,
  }),
}

import * as v from 'valibot'
import { ARTIST_DEFAULTS } from '../../limits.ts'
import { EmptyResponse, recordList } from '../../schema/record-list.ts'
import {
  BuildSchema,
  FollowSchema,
  LoginSchema,
  RegistrationSchema,
  UserRecordSchema,
  ViewCountSchema,
} from '../../schema/site-records.ts'
import { optionalField } from '../fields.ts'
import {
  Email,
  FreeText,
  Identifier,
  Link,
  Password,
  RatingField,
  RecordId,
  Secret,
  Username,
  YesNo,
} from '../site-fields.ts'
import { siteCall } from './site-call.ts'

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
  loginCheck: siteCall({ role: 'visitor', path: '/login/check', input: v.object({}), response: LoginSchema }),
  instashare: siteCall({
    role: 'user',
    method: 'POST',
    path: '/ajax/instashare/',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ gif_id: RecordId, to: FreeText(254) }),
    response: EmptyResponse,
  }),
  // The id may be `self`.
  follows: siteCall({
    role: 'user',
    path: '/users/:id/follows',
    input: v.object({ id: RecordId }),
    response: recordList(FollowSchema),
  }),
  follow: siteCall({
    role: 'user',
    method: 'POST',
    path: '/users/:id/follows',
    encoding: 'form',
    auth: 'session+csrf',
    input: v.object({ id: RecordId }),
    response: FollowSchema,
  }),
  unfollow: siteCall({
    role: 'user',
    method: 'DELETE',
    path: '/users/:id/follows',
    auth: 'session+csrf',
    input: v.object({ id: RecordId }),
    response: EmptyResponse,
  }),
  build: siteCall({
    role: 'visitor',
    path: '/api/v3/env/build',
    auth: 'none',
    input: v.object({}),
    response: BuildSchema,
  }),
  user: siteCall({
    role: 'user',
    path: '/api/v1/users/:id/',
    auth: 'token',
    withPassword: true,
    input: v.object({ id: RecordId }),
    response: UserRecordSchema,
  }),
  updateUser: siteCall({
    role: 'user',
    method: 'PUT',
    path: '/api/v1/users/:id/',
    encoding: 'form',
    auth: 'token',
    withPassword: true,
    input: v.object({ id: RecordId, ...profile }),
    response: UserRecordSchema,
  }),
  userViewCount: siteCall({
    role: 'visitor',
    path: '/api/v1/users/:id/view-count/',
    input: v.object({ id: RecordId }),
    response: ViewCountSchema,
  }),
  artists: siteCall({
    role: 'visitor',
    path: '/api/v3/artists/',
    input: v.object({
      filter: optionalField(FreeText(100)),
      freelance: optionalField(YesNo),
      order: v.optional(v.picklist(['asc', 'desc'], 'must be asc or desc'), ARTIST_DEFAULTS.order),
      sort: v.optional(Identifier, ARTIST_DEFAULTS.sort),
      rating: v.optional(RatingField, ARTIST_DEFAULTS.rating),
    }),
    response: recordList(UserRecordSchema),
  }),
  register: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/api/v3/register',
    encoding: 'form',
    auth: 'csrf',
    input: v.object({
      username: Username,
      email: Email,
      password: Password,
      display_name: optionalField(FreeText(100)),
    }),
    response: RegistrationSchema,
  }),
  registerConfirm: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/api/v3/register/confirm',
    encoding: 'form',
    auth: 'csrf',
    input: v.object({ token: Secret }),
    response: RegistrationSchema,
  }),
  registerResend: siteCall({
    role: 'visitor',
    method: 'POST',
    path: '/api/v3/register/resend',
    encoding: 'form',
    auth: 'csrf',
    input: v.object({ email: Email }),
    response: RegistrationSchema,
  }),
}

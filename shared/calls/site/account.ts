import * as v from 'valibot'
import { ARTIST_DEFAULTS } from '../../limits.ts'
import { FactorsSchema, PasskeyChallengeSchema, RecoveryCodesSchema } from '../../schema/own/factors.ts'
import { ApiTokenSchema, NewTokenSchema, SessionSchema } from '../../schema/own/people.ts'
import {
  BuildSchema,
  FollowSchema,
  LoginSchema,
  RegistrationSchema,
  UserRecordSchema,
  ViewCountSchema,
} from '../../schema/site-records.ts'
import { EmptyResponse, recordList } from '../../schema/text.ts'
import { bySession, byToken, OF_ACCESS } from '../call.ts'
import {
  Credential,
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
  ScopeList,
  SecondCode,
  Secret,
  Username,
  YesNo,
} from '../fields.ts'

/** No token makes these calls: they are about who is signed in. */
const NO_TOKEN = { scope: 'none' } as const

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
      // Of the embedded site: the secret of an invitation.
      invite: optionalField(Secret),
    }),
    RegistrationSchema,
    { auth: 'csrf', ...NO_TOKEN },
  ),
  registerConfirm: bySession.post(
    'visitor',
    '/api/v3/register/confirm',
    // In another browser than the one that registered, the account gets a new password.
    v.object({ token: Secret, new: optionalField(NewPassword) }),
    RegistrationSchema,
    { auth: 'csrf', ...NO_TOKEN },
  ),
  registerResend: bySession.post(
    'visitor',
    '/api/v3/register/resend',
    v.object({ email: Email }),
    RegistrationSchema,
    { auth: 'csrf', ...NO_TOKEN },
  ),
}

/** Whose picture it is; without an id one's own. */
const PictureOf = v.object({ id: v.optional(RecordId, 'self') })
const picture = v.optional(v.blob('must be a file'))
// One file, which is cut here, or all that were cut elsewhere.
const AvatarForm = v.object({
  ...PictureOf.entries,
  file: picture,
  '80h': picture,
  '160h': picture,
  '400h': picture,
})
const BannerForm = v.object({ ...PictureOf.entries, file: picture, banner: picture })

/** The embedded site's beyond §7, of one's own account. `login` and a forgotten password have a token in their body. */
export const ownAccountCalls = {
  // A name and a password, the token of a link, or a passkey; with the code of who has a second factor. A browser sends it
  // alone, by the cookie of the first step.
  login: bySession.post(
    'visitor',
    '/api/v3/login',
    v.object({
      username: optionalField(v.union([Username, Email])),
      password: optionalField(Password),
      token: optionalField(Secret),
      code: optionalField(SecondCode),
      credential: optionalField(Credential),
    }),
    UserRecordSchema,
    { auth: 'none', ...NO_TOKEN },
  ),
  // What a browser makes a passkey by, for who is signed in; for others, what it signs by.
  passkeyChallenge: bySession.post('visitor', '/api/v3/login/passkey', Nothing, PasskeyChallengeSchema, {
    auth: 'none',
    ...NO_TOKEN,
  }),
  factors: bySession.get('user', '/api/v3/factors', Nothing, FactorsSchema),
  // An app by its secret (32 letters and digits of base32) and a code of it, or a passkey by what a browser has made.
  addFactor: bySession.post(
    'user',
    '/api/v3/factors',
    v.object({
      name: optionalField(v.pipe(FreeText(100), v.trim())),
      secret: optionalField(
        v.pipe(v.string('must be a text'), v.regex(/^[A-Z2-7]{32}$/, 'is no secret of an app')),
      ),
      code: optionalField(SecondCode),
      credential: optionalField(Credential),
    }),
    RecoveryCodesSchema,
    OF_ACCESS,
  ),
  removeFactor: bySession.del('user', '/api/v3/factors/:id', OneRecord, EmptyResponse, OF_ACCESS),
  renewRecoveryCodes: bySession.post(
    'user',
    '/api/v3/factors/codes',
    Nothing,
    RecoveryCodesSchema,
    OF_ACCESS,
  ),
  // Their bodies are streamed, as uploads are (`origin/uploads/user-pictures.ts`).
  putAvatar: byToken.put('user', '/api/v3/users/:id/avatar', AvatarForm, UserRecordSchema, {
    encoding: 'multipart',
  }),
  removeAvatar: byToken.del('user', '/api/v3/users/:id/avatar', PictureOf, UserRecordSchema),
  putBanner: byToken.put('user', '/api/v3/users/:id/banner', BannerForm, UserRecordSchema, {
    encoding: 'multipart',
  }),
  removeBanner: byToken.del('user', '/api/v3/users/:id/banner', PictureOf, UserRecordSchema),
  logout: bySession.post('user', '/api/v3/logout', Nothing, EmptyResponse, NO_TOKEN),
  changePassword: bySession.post(
    'user',
    '/api/v3/password',
    v.object({ current: Password, new: NewPassword }),
    EmptyResponse,
    OF_ACCESS,
  ),
  // The password, given again: the session may do what a new one may.
  confirmSession: bySession.post(
    'user',
    '/api/v3/session/confirm',
    v.object({ password: Password }),
    EmptyResponse,
    NO_TOKEN,
  ),
  resetPassword: bySession.post(
    'visitor',
    '/api/v3/password/reset',
    v.object({ email: Email }),
    RegistrationSchema,
    { auth: 'none', ...NO_TOKEN },
  ),
  confirmReset: bySession.post(
    'visitor',
    '/api/v3/password/reset/confirm',
    v.object({ token: Secret, new: NewPassword }),
    EmptyResponse,
    { auth: 'none', ...NO_TOKEN },
  ),
  sessions: bySession.get('user', '/api/v3/sessions', Nothing, recordList(SessionSchema)),
  endSession: bySession.del('user', '/api/v3/sessions/:id', OneRecord, EmptyResponse),
  tokens: bySession.get('user', '/api/v3/tokens', Nothing, recordList(ApiTokenSchema)),
  createToken: bySession.post(
    'user',
    '/api/v3/tokens',
    v.object({ name: FreeText(100), expires: optionalField(Moment), scopes: v.optional(ScopeList) }),
    NewTokenSchema,
    OF_ACCESS,
  ),
  deleteToken: bySession.del('user', '/api/v3/tokens/:id', OneRecord, EmptyResponse, OF_ACCESS),
  cancelNewAddress: bySession.del('user', '/api/v3/account/email', Nothing, EmptyResponse, NO_TOKEN),
  deleteAccount: bySession.del(
    'user',
    '/api/v3/account',
    v.object({ password: Password, keep_gifs: v.optional(YesNo, false) }),
    EmptyResponse,
    { encoding: 'form', ...NO_TOKEN },
  ),
}

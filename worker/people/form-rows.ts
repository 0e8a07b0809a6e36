import type { ErrorKind } from '../../shared/errors.ts'
import { ACCEPTED_FILES, type MediaErrorReason } from '../../shared/media/limits.ts'
import { CLAIM_TEXT } from '../../shared/schema/own/cases.ts'
import { REPORT_TEXT_MAX } from '../../shared/schema/own/staff.ts'
import type { PeopleTexts } from '../../shared/texts/people/en.data.ts'
import { CLAIM_KINDS, REASONS } from '../../shared/texts/people/reason-names.ts'

type TextName = keyof PeopleTexts

/** A field of a form; its name is the call's. */
export type FieldRow = {
  name: string
  label: TextName
  /** What it takes, before anything is wrong. */
  hint?: TextName
  /** What the hint says is done with a mouse: it is for who has one. */
  byMouse?: true
  /** By default `failed`. */
  wrong?: TextName
  /** What a file is refused for, in place of `wrong`. */
  wrongs?: Partial<Record<MediaErrorReason | 'shape', TextName>>
  /** Where the site itself refuses a value of the right form. */
  taken?: TextName
  /** What it says of a password that many people have. */
  common?: TextName
  /** Where someone may not choose a value that others may. */
  refused?: TextName
  type?: 'text' | 'email' | 'password' | 'url' | 'area' | 'check' | 'checks' | 'select' | 'radio' | 'file'
  /** The values that it may have, and their names; `checks` may have several, each in a field `name-value`. */
  options?: readonly (readonly [value: string, name: TextName])[]
  /** https://html.spec.whatwg.org/#attr-input-accept */
  accept?: string
  /** https://html.spec.whatwg.org/#autofill; `off` by default. */
  autoComplete?: string
  max?: number
  min?: number
  optional?: true
}

/** A form: its fields, and what the failures of its call mean. */
export type FormRow = {
  /** Tells the forms of one page apart. */
  name: string
  fields: readonly FieldRow[]
  submit: TextName
  tone?: 'quiet' | 'danger'
  /** Words that took a while: the page asks before it is left without them (`islands/public/keep-words.ts`). */
  keeps?: true
  problems?: Partial<Record<ErrorKind, { text: TextName; field?: string }>>
}

/** A field by its name and label. */
export const field = (name: string, label: TextName, rest: Omit<FieldRow, 'name' | 'label'>): FieldRow => ({
  name,
  label,
  ...rest,
})

/** A form by its name, its fields, and its button. */
export const form = (
  name: string,
  fields: readonly FieldRow[],
  submit: TextName,
  rest?: Pick<FormRow, 'tone' | 'keeps' | 'problems'>,
): FormRow => ({ name, fields, submit, ...rest })

const EMAIL = field('email', 'email', { wrong: 'emailWrong', type: 'email', autoComplete: 'email', max: 254 })
const PASSWORD = field('password', 'password', {
  wrong: 'passwordNeeded',
  type: 'password',
  autoComplete: 'current-password',
  max: 256,
})
const OWN_PASSWORD = { ...PASSWORD, label: 'currentPassword' } as const
const NEW_PASSWORD = field('new', 'newPassword', {
  hint: 'passwordHint',
  wrong: 'passwordShort',
  common: 'passwordCommon',
  type: 'password',
  autoComplete: 'new-password',
  max: 256,
  min: 8,
})
const NAME = field('username', 'nameOrEmail', { wrong: 'nameNeeded', autoComplete: 'username', max: 254 })
const USERNAME = field('username', 'username', {
  hint: 'usernameHint',
  wrong: 'usernameWrong',
  taken: 'usernameTaken',
  autoComplete: 'username',
  max: 50,
})
const LINK_OVER = { text: 'linkOver' } as const
/** T55: a sign-in that is too old. */
const FRESH = { 'password-needed': { text: 'passwordAgainFirst' } } as const
const WRONG_PASSWORD = { text: 'passwordWrong', field: 'password' } as const

export const SIGN_IN = form('sign-in', [NAME, PASSWORD], 'signIn', {
  problems: {
    unauthorized: { text: 'loginWrong' },
    forbidden: { text: 'loginUnconfirmed' },
    suspended: { text: 'loginSuspended' },
  },
})
/** After a sign-in by an issuer that failed (T64). */
export const SIGN_IN_AFTER: FormRow = {
  ...SIGN_IN,
  problems: {
    unauthorized: { text: 'issuerRefused' },
    'invalid-input': { text: 'issuerOver' },
    conflict: { text: 'issuerKnown' },
    suspended: { text: 'loginSuspended' },
    forbidden: { text: 'invitationOver' },
    upstream: { text: 'issuerDown' },
    unavailable: { text: 'issuerDown' },
  },
}
export const SIGN_IN_BY_LINK = form('link', [], 'signIn', {
  problems: { unauthorized: LINK_OVER, 'invalid-input': LINK_OVER },
})
const FIRST = { ...NEW_PASSWORD, name: 'password', label: 'password' } as const
export const REGISTER = form('register', [USERNAME, EMAIL, FIRST], 'registerGo', {
  problems: { forbidden: { text: 'invitationOver' } },
})
export const CONFIRM = form('confirm', [], 'confirmGo', { problems: { 'invalid-input': LINK_OVER } })
/** In another browser than the one that registered. */
export const CONFIRM_ANEW = form('confirm', [NEW_PASSWORD], 'confirmGo')
export const RESEND = form('resend', [EMAIL], 'resend', { tone: 'quiet' })
export const FORGOT = form('forgot', [EMAIL], 'forgotGo')
export const RESET = form('reset', [NEW_PASSWORD], 'newPasswordGo')

/** A text of several lines, which may be left out. */
export const area = (name: string, label: TextName, max: number, hint?: TextName) =>
  field(name, label, { ...(hint && { hint }), wrong: 'tooLong', type: 'area', max, optional: true })

const WEB_ADDRESS = { wrong: 'websiteWrong', type: 'url', max: 2048, optional: true } as const

const DISPLAY_NAME = field('display_name', 'displayName', {
  wrong: 'tooLong',
  autoComplete: 'name',
  max: 100,
})
const WEBSITE = field('website_url', 'website', { ...WEB_ADDRESS, autoComplete: 'url' })
export const PROFILE = form('profile', [DISPLAY_NAME, area('description', 'about', 1000), WEBSITE], 'save', {
  keeps: true,
})
export const NEW_EMAIL = form('email', [EMAIL, OWN_PASSWORD], 'emailGo', {
  problems: { forbidden: WRONG_PASSWORD },
})
export const CHANGE_PASSWORD = form(
  'password',
  [{ ...OWN_PASSWORD, name: 'current' }, NEW_PASSWORD],
  'passwordGo',
  { problems: { forbidden: { text: 'passwordWrong', field: 'current' } } },
)
/** For an account that has none yet: there is nothing to prove. */
export const FIRST_PASSWORD: FormRow = {
  ...RESET,
  name: 'first-password',
  problems: { 'password-needed': { text: 'passwordAgainNone' } },
}
/** The password, given again. */
export const PASSWORD_AGAIN = form('again', [OWN_PASSWORD], 'proceed', {
  problems: { forbidden: WRONG_PASSWORD, conflict: { text: 'passwordAgainNone' } },
})
const TOKEN_NAME = field('name', 'tokenName', { wrong: 'tokenNameWrong', max: 100 })
const SCOPES = [
  ['read', 'scopeRead'],
  ['upload', 'scopeUpload'],
  ['edit', 'scopeEdit'],
] as const
const TOKEN_SCOPES = field('scopes', 'scopes', { type: 'checks', options: SCOPES, wrong: 'tokenScopesWrong' })
export const NEW_TOKEN = form('token', [TOKEN_NAME, TOKEN_SCOPES], 'tokenGo', {
  problems: { ...FRESH, conflict: { text: 'tokenMany' } },
})
/** The same for moderators and staff. */
const ALL_SCOPES: FieldRow = { ...TOKEN_SCOPES, options: [...SCOPES, ['moderate', 'scopeModerate']] }
export const NEW_STAFF_TOKEN: FormRow = { ...NEW_TOKEN, fields: [TOKEN_NAME, ALL_SCOPES] }
/** What a scope is called. */
export const SCOPE_NAMES = new Map<string, TextName>(ALL_SCOPES.options)
const KEEP_GIFS = field('keep_gifs', 'keepGifs', { type: 'check', optional: true })
export const DELETE_ACCOUNT = form('delete', [OWN_PASSWORD, KEEP_GIFS], 'deleteTitle', {
  tone: 'danger',
  problems: { forbidden: WRONG_PASSWORD, conflict: { text: 'lastOfStaff' } },
})

/** A form of one button, next to what it is about. */
export const button = (name: string, submit: TextName) =>
  form(name, [], submit, { tone: 'quiet', problems: FRESH })
export const SIGN_OUT = button('sign-out', 'signOut')
export const END_SESSION = button('end-session', 'endSession')
export const CANCEL_EMAIL = button('cancel-email', 'emailCancel')
export const DELETE_TOKEN = button('delete-token', 'tokenDelete')
export const HIDE_GIF = button('hide', 'gifHide')
export const SHOW_GIF = form('show', [], 'gifShow', {
  tone: 'quiet',
  problems: { forbidden: { text: 'hiddenByModerator' } },
})
export const MAKE_SIZES = button('sizes', 'tryAgain')

const TITLE = field('title', 'gifTitle', { hint: 'gifTitleHint', wrong: 'tooLong', max: 140, optional: true })
export const TAGS = field('tags', 'tags', { hint: 'tagsHint', wrong: 'tagsWrong', max: 2000, optional: true })
const RATINGS = [
  ['g', 'ratingG'],
  ['pg', 'ratingPg'],
  ['pg-13', 'ratingPg13'],
  ['r', 'ratingR'],
] as const
const RATING = field('rating', 'rating', { type: 'select', options: RATINGS })
const TYPES = [
  ['gif', 'typeGif'],
  ['sticker', 'typeSticker'],
  ['text', 'typeText'],
  ['emoji', 'typeEmoji'],
] as const
const TYPE = field('type', 'gifType', {
  hint: 'gifTypeHint',
  wrong: 'gifTypeWrong',
  type: 'select',
  options: TYPES,
})
/** An upload that says nothing is what its file is. */
const ANY_TYPE: FieldRow = { ...TYPE, options: [['', 'typeAuto'], ...TYPES], optional: true }
const SOURCE = field('source_post_url', 'source', { ...WEB_ADDRESS, hint: 'sourceHint' })
/** What a file is refused for. */
export const MEDIA_WRONG = {
  empty: 'fileEmpty',
  'unknown-type': 'fileKind',
  truncated: 'fileBroken',
  broken: 'fileBroken',
  unsupported: 'fileBroken',
} as const
const FILE_ADDRESS = field('source_image_url', 'fileAddress', {
  ...WEB_ADDRESS,
  hint: 'fileAddressHint',
  wrong: 'fileAddressWrong',
  wrongs: MEDIA_WRONG,
})
const FILE = field('file', 'file', {
  hint: 'fileHint',
  byMouse: true,
  wrong: 'fileNeeded',
  wrongs: MEDIA_WRONG,
  type: 'file',
  accept: ACCEPTED_FILES,
  optional: true,
})

/** The file is last: what is in front of it is kept where it is refused (`worker/proxy/handle-upload.ts`). */
export const UPLOAD = form('upload', [TITLE, TAGS, ANY_TYPE, RATING, SOURCE, FILE_ADDRESS, FILE], 'upload', {
  keeps: true,
  problems: {
    'invalid-input': { text: 'fileAddressWrong', field: 'source_image_url' },
    'too-large': { text: 'fileLarge', field: 'file' },
    forbidden: { text: 'fileRemoved', field: 'file' },
    unavailable: { text: 'uploadBusy' },
  },
})

const ALT_TEXT = area('alt_text', 'gifAlt', 500, 'gifAltHint')
/** Uploads have no rating below G; what comes with the library may. */
const ANY_RATING: FieldRow = {
  ...RATING,
  options: [['y', 'ratingY'], ...RATINGS],
  refused: 'ratingByModerator',
}
const VISIBILITY = field('visibility', 'visibility', {
  type: 'radio',
  options: [
    ['open', 'visibilityOpen'],
    ['unlisted', 'visibilityUnlisted'],
    ['hidden', 'visibilityHidden'],
  ],
})
const WORDS = [TITLE, ALT_TEXT, TAGS]
const REST = [ANY_RATING, SOURCE, VISIBILITY]
export const EDIT_GIF = form('edit', [...WORDS, TYPE, ...REST], 'save', {
  keeps: true,
  problems: { forbidden: { text: 'hiddenByModerator', field: 'visibility' } },
})
/** A film stays one. */
export const EDIT_FILM: FormRow = { ...EDIT_GIF, fields: [...WORDS, ...REST] }
export const FILM = form(
  'film',
  [
    field('url', 'filmUrl', { ...WEB_ADDRESS, hint: 'filmUrlHint', wrong: 'filmUrlWrong' }),
    field('start', 'filmStart', { hint: 'filmStartHint', wrong: 'filmStartWrong', max: 5, optional: true }),
  ],
  'save',
  { keeps: true },
)
export const CTA = form(
  'cta',
  [
    field('text', 'ctaText', { wrong: 'ctaTextWrong', max: 100, optional: true }),
    field('link', 'ctaLink', { ...WEB_ADDRESS, hint: 'ctaLinkHint', wrong: 'ctaLinkWrong' }),
  ],
  'save',
  { keeps: true },
)
const SURE = field('sure', 'gifDeleteSure', { wrong: 'gifDeleteUnsure', type: 'check' })
export const DELETE_GIF = form('delete', [SURE], 'gifDelete', { tone: 'danger' })

const REASON = field('reason', 'reportReason', {
  wrong: 'reportReasonNeeded',
  type: 'radio',
  options: REASONS,
})
const INFO = area('additional_info', 'reportInfo', REPORT_TEXT_MAX, 'reportInfoHint')
const ANONYMOUS = field('anonymous', 'reportAnonymous', { type: 'check', optional: true })

/** What a person reports (`report.tsx`). */
export const REPORT = form('report', [REASON, INFO], 'reportGo', { keeps: true })
/** The same for a person whose account the report would name. */
export const REPORT_SIGNED_IN = form('report', [REASON, INFO, ANONYMOUS], 'reportGo', { keeps: true })

/** Which item is reported, where a visitor came without one. */
export const REPORT_WHICH = form(
  'which',
  [field('address', 'reportAddress', { hint: 'claimAddressHint', wrong: 'reportAddressWrong', max: 2048 })],
  'proceed',
)

const EXPLANATION = field('explanation', 'claimExplanation', {
  hint: 'claimExplanationHint',
  wrong: 'claimExplanationWrong',
  type: 'area',
  max: CLAIM_TEXT.max,
})
/** A claim about a GIF (`claim.tsx`). */
export const CLAIM = form(
  'claim',
  [
    field('address', 'claimAddress', {
      hint: 'claimAddressHint',
      wrong: 'claimAddressWrong',
      type: 'url',
      max: 2048,
    }),
    field('kind', 'claimKind', {
      wrong: 'reportReasonNeeded',
      type: 'radio',
      options: CLAIM_KINDS,
    }),
    EXPLANATION,
    field('name', 'claimName', { wrong: 'claimNameWrong', autoComplete: 'name', max: 100 }),
    EMAIL,
    field('good_faith', 'claimFaith', { wrong: 'claimFaithWrong', type: 'check' }),
  ],
  'claimGo',
  { keeps: true },
)
/** An objection to a decision. */
export const OBJECT = form(
  'object',
  [{ ...EXPLANATION, label: 'objectWhy', hint: 'claimExplanationWrong' }],
  'objectGo',
  {
    keeps: true,
    problems: { conflict: { text: 'objectDoneText' } },
  },
)

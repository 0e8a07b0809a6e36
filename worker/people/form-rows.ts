import type { ErrorKind } from '../../shared/errors.ts'
import { ACCEPTED_FILES, type MediaErrorReason } from '../../shared/media/limits.ts'
import { REPORT_TEXT_MAX } from '../../shared/schema/own/staff.ts'
import type { PeopleTexts } from '../../shared/texts/people/en.data.ts'

type TextName = keyof PeopleTexts

/** A field of a form; its name is the call's. */
export type FieldRow = {
  name: string
  label: TextName
  /** What it takes, before anything is wrong. */
  hint?: TextName
  /** By default `failed`. */
  wrong?: TextName
  /** What a file is refused for, in place of `wrong`. */
  wrongs?: Partial<Record<MediaErrorReason, TextName>>
  /** Where the site itself refuses a value of the right form. */
  taken?: TextName
  type?: 'text' | 'email' | 'password' | 'url' | 'area' | 'check' | 'select' | 'radio' | 'file'
  /** The values that it may have, and their names. */
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
  problems?: Partial<Record<ErrorKind, { text: TextName; field?: string }>>
}

const EMAIL: FieldRow = {
  name: 'email',
  label: 'email',
  wrong: 'emailWrong',
  type: 'email',
  autoComplete: 'email',
  max: 254,
}
const PASSWORD: FieldRow = {
  name: 'password',
  label: 'password',
  wrong: 'passwordNeeded',
  type: 'password',
  autoComplete: 'current-password',
  max: 256,
}
const OWN_PASSWORD: FieldRow = { ...PASSWORD, label: 'currentPassword' }
const NEW_PASSWORD: FieldRow = {
  ...PASSWORD,
  name: 'new',
  label: 'newPassword',
  hint: 'passwordHint',
  wrong: 'passwordShort',
  autoComplete: 'new-password',
  min: 8,
}
const NAME: FieldRow = {
  name: 'username',
  label: 'nameOrEmail',
  wrong: 'nameNeeded',
  autoComplete: 'username',
  max: 254,
}
const USERNAME: FieldRow = {
  ...NAME,
  label: 'username',
  hint: 'usernameHint',
  wrong: 'usernameWrong',
  taken: 'usernameTaken',
  max: 50,
}
const LINK_OVER = { text: 'linkOver' } as const
const WRONG_PASSWORD = { text: 'passwordWrong', field: 'password' } as const

export const SIGN_IN: FormRow = {
  name: 'sign-in',
  fields: [NAME, PASSWORD],
  submit: 'signIn',
  problems: { unauthorized: { text: 'loginWrong' }, forbidden: { text: 'loginUnconfirmed' } },
}
export const SIGN_IN_BY_LINK: FormRow = {
  name: 'link',
  fields: [],
  submit: 'signIn',
  problems: { unauthorized: LINK_OVER, 'invalid-input': LINK_OVER },
}
export const REGISTER: FormRow = {
  name: 'register',
  fields: [USERNAME, EMAIL, { ...NEW_PASSWORD, name: 'password', label: 'password' }],
  submit: 'registerGo',
}
export const CONFIRM: FormRow = {
  name: 'confirm',
  fields: [],
  submit: 'confirmGo',
  problems: { 'invalid-input': LINK_OVER },
}
export const RESEND: FormRow = { name: 'resend', fields: [EMAIL], submit: 'resend', tone: 'quiet' }
export const FORGOT: FormRow = { name: 'forgot', fields: [EMAIL], submit: 'forgotGo' }
export const RESET: FormRow = { name: 'reset', fields: [NEW_PASSWORD], submit: 'newPasswordGo' }

export const PROFILE: FormRow = {
  name: 'profile',
  fields: [
    { name: 'display_name', label: 'displayName', wrong: 'tooLong', autoComplete: 'name', max: 100 },
    { name: 'description', label: 'about', wrong: 'tooLong', type: 'area', max: 1000, optional: true },
    {
      name: 'website_url',
      label: 'website',
      wrong: 'websiteWrong',
      type: 'url',
      autoComplete: 'url',
      max: 2048,
      optional: true,
    },
  ],
  submit: 'save',
}
export const NEW_EMAIL: FormRow = {
  name: 'email',
  fields: [EMAIL, OWN_PASSWORD],
  submit: 'emailGo',
  problems: { forbidden: WRONG_PASSWORD },
}
export const CHANGE_PASSWORD: FormRow = {
  name: 'password',
  fields: [{ ...OWN_PASSWORD, name: 'current' }, NEW_PASSWORD],
  submit: 'passwordGo',
  problems: { forbidden: { text: 'passwordWrong', field: 'current' } },
}
/** For an account that has none yet: there is nothing to prove. */
export const FIRST_PASSWORD: FormRow = { ...RESET, name: 'first-password' }
export const NEW_TOKEN: FormRow = {
  name: 'token',
  fields: [{ name: 'name', label: 'tokenName', wrong: 'tokenNameWrong', max: 100 }],
  submit: 'tokenGo',
  problems: { conflict: { text: 'tokenMany' } },
}
export const DELETE_ACCOUNT: FormRow = {
  name: 'delete',
  fields: [OWN_PASSWORD, { name: 'keep_gifs', label: 'keepGifs', type: 'check', optional: true }],
  submit: 'deleteTitle',
  tone: 'danger',
  problems: { forbidden: WRONG_PASSWORD, conflict: { text: 'lastOfStaff' } },
}

/** Forms of one button, next to what they are about. */
const button = (name: string, submit: TextName): FormRow => ({ name, fields: [], submit, tone: 'quiet' })
export const SIGN_OUT = button('sign-out', 'signOut')
export const END_SESSION = button('end-session', 'endSession')
export const DELETE_TOKEN = button('delete-token', 'tokenDelete')
export const HIDE_GIF = button('hide', 'gifHide')
export const SHOW_GIF: FormRow = {
  ...button('show', 'gifShow'),
  problems: { forbidden: { text: 'hiddenByModerator' } },
}
export const MAKE_SIZES = button('sizes', 'tryAgain')

const TITLE: FieldRow = {
  name: 'title',
  label: 'gifTitle',
  hint: 'gifTitleHint',
  wrong: 'tooLong',
  max: 140,
  optional: true,
}
const TAGS: FieldRow = {
  name: 'tags',
  label: 'tags',
  hint: 'tagsHint',
  wrong: 'tagsWrong',
  max: 2000,
  optional: true,
}
const RATINGS = [
  ['g', 'ratingG'],
  ['pg', 'ratingPg'],
  ['pg-13', 'ratingPg13'],
  ['r', 'ratingR'],
] as const
const RATING: FieldRow = { name: 'rating', label: 'rating', type: 'select', options: RATINGS }
const SOURCE: FieldRow = {
  name: 'source_post_url',
  label: 'source',
  hint: 'sourceHint',
  wrong: 'websiteWrong',
  type: 'url',
  max: 2048,
  optional: true,
}
const MEDIA_WRONG = {
  empty: 'fileEmpty',
  'unknown-type': 'fileKind',
  truncated: 'fileBroken',
  broken: 'fileBroken',
  unsupported: 'fileBroken',
} as const

/** The file is last: what is in front of it is kept where it is refused (`worker/proxy/handle-upload.ts`). */
export const UPLOAD: FormRow = {
  name: 'upload',
  fields: [
    TITLE,
    TAGS,
    RATING,
    SOURCE,
    {
      ...SOURCE,
      name: 'source_image_url',
      label: 'fileAddress',
      hint: 'fileAddressHint',
      wrong: 'fileAddressWrong',
      wrongs: MEDIA_WRONG,
    },
    {
      name: 'file',
      label: 'file',
      hint: 'fileHint',
      wrong: 'fileNeeded',
      wrongs: MEDIA_WRONG,
      type: 'file',
      accept: ACCEPTED_FILES,
      optional: true,
    },
  ],
  submit: 'upload',
  problems: {
    'invalid-input': { text: 'fileAddressWrong', field: 'source_image_url' },
    'too-large': { text: 'fileLarge', field: 'file' },
    forbidden: { text: 'fileRemoved', field: 'file' },
    unavailable: { text: 'uploadBusy' },
  },
}

export const EDIT_GIF: FormRow = {
  name: 'edit',
  fields: [
    TITLE,
    {
      name: 'alt_text',
      label: 'gifAlt',
      hint: 'gifAltHint',
      wrong: 'tooLong',
      type: 'area',
      max: 500,
      optional: true,
    },
    TAGS,
    // Uploads have no rating below G; what comes with the library may.
    { ...RATING, options: [['y', 'ratingY'], ...RATINGS] },
    SOURCE,
    {
      name: 'visibility',
      label: 'visibility',
      type: 'radio',
      options: [
        ['open', 'visibilityOpen'],
        ['unlisted', 'visibilityUnlisted'],
        ['hidden', 'visibilityHidden'],
      ],
    },
  ],
  submit: 'save',
  problems: { forbidden: { text: 'hiddenByModerator', field: 'visibility' } },
}
export const DELETE_GIF: FormRow = {
  name: 'delete',
  fields: [{ name: 'sure', label: 'gifDeleteSure', wrong: 'gifDeleteUnsure', type: 'check' }],
  submit: 'gifDelete',
  tone: 'danger',
}

/** What a person reports (`report.tsx`). */
export const REPORT: FormRow = {
  name: 'report',
  fields: [
    {
      name: 'reason',
      label: 'reportReason',
      wrong: 'reportReasonNeeded',
      type: 'radio',
      options: [
        ['sexual', 'reportSexual'],
        ['violence', 'reportViolence'],
        ['hate', 'reportHate'],
        ['harassment', 'reportHarassment'],
        ['self-harm', 'reportSelfHarm'],
        ['illegal', 'reportIllegal'],
        ['copyright', 'reportCopyright'],
        ['spam', 'reportSpam'],
        ['other', 'reportOther'],
      ],
    },
    {
      name: 'additional_info',
      label: 'reportInfo',
      hint: 'reportInfoHint',
      wrong: 'tooLong',
      type: 'area',
      max: REPORT_TEXT_MAX,
      optional: true,
    },
  ],
  submit: 'reportGo',
}
/** The same for a person whose account the report would name. */
export const REPORT_SIGNED_IN: FormRow = {
  ...REPORT,
  fields: [...REPORT.fields, { name: 'anonymous', label: 'reportAnonymous', type: 'check', optional: true }],
}

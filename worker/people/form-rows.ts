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
  wrong: TextName
  /** What a file is refused for, in place of `wrong`. */
  wrongs?: Partial<Record<MediaErrorReason, TextName>>
  /** Where the site itself refuses a value of the right form. */
  taken?: TextName
  type?: 'text' | 'email' | 'password' | 'url' | 'area' | 'check' | 'select' | 'radio' | 'file'
  /** The values that it may have, and their names. */
  options?: readonly (readonly [value: string, name: TextName])[]
  /** https://html.spec.whatwg.org/#attr-input-accept */
  accept?: string
  /** https://html.spec.whatwg.org/#autofill */
  autoComplete: string
  max: number
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

const NAME: FieldRow = {
  name: 'username',
  label: 'nameOrEmail',
  wrong: 'nameNeeded',
  autoComplete: 'username',
  max: 254,
}
const USERNAME: FieldRow = {
  name: 'username',
  label: 'username',
  hint: 'usernameHint',
  wrong: 'usernameWrong',
  taken: 'usernameTaken',
  autoComplete: 'username',
  max: 50,
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
const NEW_PASSWORD: FieldRow = {
  name: 'new',
  label: 'newPassword',
  hint: 'passwordHint',
  wrong: 'passwordShort',
  type: 'password',
  autoComplete: 'new-password',
  max: 256,
  min: 8,
}
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
  problems: { unauthorized: { text: 'linkOver' }, 'invalid-input': { text: 'linkOver' } },
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
  problems: { 'invalid-input': { text: 'linkOver' } },
}

export const RESEND: FormRow = { name: 'resend', fields: [EMAIL], submit: 'resend', tone: 'quiet' }

export const FORGOT: FormRow = { name: 'forgot', fields: [EMAIL], submit: 'forgotGo' }

export const RESET: FormRow = { name: 'reset', fields: [NEW_PASSWORD], submit: 'newPasswordGo' }

export const PROFILE: FormRow = {
  name: 'profile',
  fields: [
    { name: 'display_name', label: 'displayName', wrong: 'tooLong', autoComplete: 'name', max: 100 },
    {
      name: 'description',
      label: 'about',
      wrong: 'tooLong',
      type: 'area',
      autoComplete: 'off',
      max: 1000,
      optional: true,
    },
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
  fields: [EMAIL, { ...PASSWORD, label: 'currentPassword' }],
  submit: 'emailGo',
  problems: { forbidden: WRONG_PASSWORD },
}

export const CHANGE_PASSWORD: FormRow = {
  name: 'password',
  fields: [{ ...PASSWORD, name: 'current', label: 'currentPassword' }, NEW_PASSWORD],
  submit: 'passwordGo',
  problems: { forbidden: { text: 'passwordWrong', field: 'current' } },
}

/** For an account that has none yet: there is nothing to prove. */
export const FIRST_PASSWORD: FormRow = {
  name: 'first-password',
  fields: [NEW_PASSWORD],
  submit: 'newPasswordGo',
}

export const NEW_TOKEN: FormRow = {
  name: 'token',
  fields: [{ name: 'name', label: 'tokenName', wrong: 'tokenNameWrong', autoComplete: 'off', max: 100 }],
  submit: 'tokenGo',
  problems: { conflict: { text: 'tokenMany' } },
}

export const DELETE_ACCOUNT: FormRow = {
  name: 'delete',
  fields: [
    { ...PASSWORD, label: 'currentPassword' },
    {
      name: 'keep_gifs',
      label: 'keepGifs',
      wrong: 'failed',
      type: 'check',
      autoComplete: 'off',
      max: 4,
      optional: true,
    },
  ],
  submit: 'deleteTitle',
  tone: 'danger',
  problems: { forbidden: WRONG_PASSWORD, conflict: { text: 'lastOfStaff' } },
}

/** Forms of one button, next to what they end. */
export const SIGN_OUT: FormRow = { name: 'sign-out', fields: [], submit: 'signOut', tone: 'quiet' }
export const END_SESSION: FormRow = { name: 'end-session', fields: [], submit: 'endSession', tone: 'quiet' }
export const DELETE_TOKEN: FormRow = {
  name: 'delete-token',
  fields: [],
  submit: 'tokenDelete',
  tone: 'quiet',
}

const MEDIA_WRONG = {
  empty: 'fileEmpty',
  'unknown-type': 'fileKind',
  truncated: 'fileBroken',
  broken: 'fileBroken',
  unsupported: 'fileBroken',
} as const

/** The words of an item, of an upload and of an edit. */
export const GIF_WORDS: Readonly<Record<'title' | 'tags' | 'rating' | 'source', FieldRow>> = {
  title: {
    name: 'title',
    label: 'gifTitle',
    hint: 'gifTitleHint',
    wrong: 'tooLong',
    autoComplete: 'off',
    max: 140,
    optional: true,
  },
  tags: {
    name: 'tags',
    label: 'tags',
    hint: 'tagsHint',
    wrong: 'tagsWrong',
    autoComplete: 'off',
    max: 2000,
    optional: true,
  },
  rating: {
    name: 'rating',
    label: 'rating',
    wrong: 'failed',
    type: 'select',
    options: [
      ['g', 'ratingG'],
      ['pg', 'ratingPg'],
      ['pg-13', 'ratingPg13'],
      ['r', 'ratingR'],
    ],
    autoComplete: 'off',
    max: 5,
  },
  source: {
    name: 'source_post_url',
    label: 'source',
    hint: 'sourceHint',
    wrong: 'websiteWrong',
    type: 'url',
    autoComplete: 'off',
    max: 2048,
    optional: true,
  },
}

/** The file is last: what is in front of it is kept where it is refused (`worker/proxy/handle-upload.ts`). */
export const UPLOAD: FormRow = {
  name: 'upload',
  fields: [
    GIF_WORDS.title,
    GIF_WORDS.tags,
    GIF_WORDS.rating,
    GIF_WORDS.source,
    {
      name: 'source_image_url',
      label: 'fileAddress',
      hint: 'fileAddressHint',
      wrong: 'fileAddressWrong',
      wrongs: MEDIA_WRONG,
      type: 'url',
      autoComplete: 'off',
      max: 2048,
      optional: true,
    },
    {
      name: 'file',
      label: 'file',
      hint: 'fileHint',
      wrong: 'fileNeeded',
      wrongs: MEDIA_WRONG,
      type: 'file',
      accept: ACCEPTED_FILES,
      autoComplete: 'off',
      max: 0,
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
      autoComplete: 'off',
      max: 20,
    },
    {
      name: 'additional_info',
      label: 'reportInfo',
      hint: 'reportInfoHint',
      wrong: 'tooLong',
      type: 'area',
      autoComplete: 'off',
      max: REPORT_TEXT_MAX,
      optional: true,
    },
  ],
  submit: 'reportGo',
}

/** The same for a person whose account the report would name. */
export const REPORT_SIGNED_IN: FormRow = {
  ...REPORT,
  fields: [
    ...REPORT.fields,
    {
      name: 'anonymous',
      label: 'reportAnonymous',
      wrong: 'failed',
      type: 'check',
      autoComplete: 'off',
      max: 5,
      optional: true,
    },
  ],
}

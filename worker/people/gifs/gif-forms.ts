import { type FieldRow, type FormRow, GIF_WORDS } from '../form-rows.ts'

const DESCRIPTION: FieldRow = {
  name: 'alt_text',
  label: 'gifAlt',
  hint: 'gifAltHint',
  wrong: 'tooLong',
  type: 'area',
  autoComplete: 'off',
  max: 500,
  optional: true,
}

/** Two flags of an item as one choice (`visibility.ts`). */
const VISIBILITY: FieldRow = {
  name: 'visibility',
  label: 'visibility',
  wrong: 'failed',
  type: 'radio',
  options: [
    ['open', 'visibilityOpen'],
    ['unlisted', 'visibilityUnlisted'],
    ['hidden', 'visibilityHidden'],
  ],
  autoComplete: 'off',
  max: 10,
}

const { title, tags, rating, source } = GIF_WORDS

// Uploads have no rating below G; what comes with the library may.
const RATING: FieldRow = { ...rating, options: [['y', 'ratingY'], ...(rating.options ?? [])] }

export const EDIT_GIF: FormRow = {
  name: 'edit',
  fields: [title, DESCRIPTION, tags, RATING, source, VISIBILITY],
  submit: 'save',
  problems: { forbidden: { text: 'hiddenByModerator', field: 'visibility' } },
}

export const DELETE_GIF: FormRow = {
  name: 'delete',
  fields: [
    {
      name: 'sure',
      label: 'gifDeleteSure',
      wrong: 'gifDeleteUnsure',
      type: 'check',
      autoComplete: 'off',
      max: 4,
    },
  ],
  submit: 'gifDelete',
  tone: 'danger',
}

/** Forms of one button. */
export const HIDE_GIF: FormRow = { name: 'hide', fields: [], submit: 'gifHide', tone: 'quiet' }
export const SHOW_GIF: FormRow = {
  name: 'show',
  fields: [],
  submit: 'gifShow',
  tone: 'quiet',
  problems: { forbidden: { text: 'hiddenByModerator' } },
}
export const MAKE_SIZES: FormRow = { name: 'sizes', fields: [], submit: 'tryAgain', tone: 'quiet' }

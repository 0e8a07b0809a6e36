import { button, type FieldRow, form, MEDIA_WRONG } from './form-rows.ts'

const PICTURE: Omit<FieldRow, 'label' | 'hint'> = {
  name: 'file',
  wrong: 'pictureWrong',
  type: 'file',
  accept: 'image/gif,image/webp,image/png,image/apng',
}
const PICTURE_PROBLEMS = {
  'too-large': { text: 'pictureLarge', field: 'file' },
  forbidden: { text: 'fileRemoved', field: 'file' },
} as const
const SHAPE = { ...MEDIA_WRONG, 'unknown-type': 'pictureWrong' } as const
/** One's own pictures: what is sent, and what removes it. */
export const PICTURES = {
  avatar: {
    put: form(
      'avatar',
      [{ ...PICTURE, label: 'avatar', hint: 'avatarHint', wrongs: { ...SHAPE, shape: 'avatarShape' } }],
      'avatarGo',
      { problems: PICTURE_PROBLEMS },
    ),
    remove: button('remove-avatar', 'remove'),
  },
  banner: {
    put: form(
      'banner',
      [{ ...PICTURE, label: 'banner', hint: 'bannerHint', wrongs: { ...SHAPE, shape: 'bannerShape' } }],
      'bannerGo',
      { problems: PICTURE_PROBLEMS },
    ),
    remove: button('remove-banner', 'remove'),
  },
} as const

import { area, button, type FieldRow, type FormRow, field, form, MEDIA_WRONG, TAGS } from './form-rows.ts'

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

const SURE = field('sure', 'sure', { wrong: 'unsure', type: 'check' })
const removal = (submit: 'channelDelete' | 'storyDelete'): FormRow =>
  form('delete', [SURE], submit, { tone: 'danger' })

/** Forms of one button in a row of a list. */
export const UP = button('up', 'moveUp')
export const DOWN = button('down', 'moveDown')
export const REMOVE = button('remove', 'remove')

const CHANNEL_BUSY = { conflict: { text: 'channelBusy' } } as const
const CHANNEL_NAME = field('display_name', 'displayName', { wrong: 'channelNameWrong', max: 100 })
const PARENT = field('parent', 'channelParent', { wrong: 'failed', type: 'select', optional: true })
export const NEW_CHANNEL = form('channel', [CHANNEL_NAME, PARENT], 'channelGo', {
  problems: { conflict: { text: 'channelTwin', field: 'display_name' } },
})
export const EDIT_CHANNEL = form(
  'edit',
  [
    CHANNEL_NAME,
    field('short_display_name', 'channelShort', { wrong: 'tooLong', max: 50, optional: true }),
    field('slug', 'slug', {
      hint: 'channelSlugHint',
      wrong: 'channelSlugWrong',
      taken: 'channelSlugTaken',
      max: 64,
    }),
    area('description', 'gifAlt', 1000),
    PARENT,
    field('is_visible', 'channelVisible', { type: 'check', optional: true }),
  ],
  'save',
  { keeps: true, problems: { ...CHANNEL_BUSY, 'not-found': { text: 'channelBusy' } } },
)
export const DELETE_CHANNEL = removal('channelDelete')

const TAG = field('tag', 'tag', { wrong: 'tagWrong', max: 100 })
const TAGS_FULL = { problems: { conflict: { text: 'tagsFull' } } } as const
/** A channel's tags: how one is added, and taken away. */
export const RANKED_TAG = form('ranked', [TAG], 'tagAdd', TAGS_FULL)
export const RANKED_UP = button('ranked-up', 'moveUp')
export const RANKED_DOWN = button('ranked-down', 'moveDown')
export const REMOVE_RANKED = button('remove-ranked', 'remove')
export const MAGIC_TAG = form('magic', [TAG], 'tagAdd', TAGS_FULL)
export const REMOVE_MAGIC = button('remove-magic', 'remove')

/** GIFs by their boxes (`pick-gifs.tsx`), and others by their addresses. */
export const PICK = form(
  'pick',
  [
    {
      ...area('others', 'gifsOthers', 8000, 'gifsOthersHint'),
      wrong: 'gifsOthersWrong',
      wrongs: { empty: 'gifsUnchosen' },
    },
  ],
  'gifsAdd',
  {
    problems: {
      'invalid-input': { text: 'gifsOthersWrong', field: 'others' },
      'not-found': { text: 'gifsOthersWrong', field: 'others' },
      removed: { text: 'gifsOthersWrong', field: 'others' },
      conflict: { text: 'gifsFull' },
    },
  },
)
export const UNPICK = form('unpick', [], 'gifsRemove', {
  tone: 'quiet',
  problems: { 'invalid-input': { text: 'gifsUnchosen' } },
})

const STORY_TITLE = field('title', 'gifTitle', { wrong: 'tooLong', max: 200, optional: true })
const CAPTION = area('caption', 'caption', 2000)
export const NEW_STORY = form('story', [STORY_TITLE, CAPTION], 'storyGo', {
  problems: { conflict: { text: 'storyMany' } },
})
const STORY_BUSY = { conflict: { text: 'storyBusy' } } as const
const STORY_SLUG = field('slug', 'slug', {
  wrong: 'storySlugWrong',
  taken: 'storySlugTaken',
  max: 64,
})
export const EDIT_STORY = form('edit', [STORY_TITLE, STORY_SLUG, CAPTION, TAGS], 'save', {
  keeps: true,
  problems: { conflict: { text: 'storySlugTaken', field: 'slug' } },
})
export const PUBLISH = form('publish', [], 'publish', {
  problems: { ...STORY_BUSY, 'invalid-input': { text: 'publishEmpty' } },
})
export const TAKE_BACK: FormRow = { ...button('take-back', 'takeBack'), problems: STORY_BUSY }
export const COVER: FormRow = { ...button('cover', 'coverGo'), problems: STORY_BUSY }
export const DELETE_STORY = removal('storyDelete')

export const FOLLOW = form('follow', [], 'follow', { problems: { conflict: { text: 'followsMany' } } })
export const UNFOLLOW = button('unfollow', 'unfollow')

/** An item's tags in other languages. */
export const LANGUAGE_TAGS = form(
  'language-tags',
  [
    field('lang', 'language', { wrong: 'failed', type: 'select' }),
    field('tags', 'words', { hint: 'tagsHint', wrong: 'languageTagsWrong', max: 2000 }),
  ],
  'tagsAdd',
)
export const REMOVE_LANGUAGE_TAG = button('remove-language-tag', 'remove')

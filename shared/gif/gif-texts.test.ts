import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { altText, embedAttribution, playerAttribution } from './gif-texts.ts'

const tags = ['a', 'transparent', { text: 'b' }, 'c', 'd', 'e', 'f']
const cats = { username: 'cats' }

describe('§5 Alt text', () => {
  it.each([
    ['what its maker wrote for it, first', { alt_text: 'A cat jumps', title: 'Cat' }, 'A cat jumps'],
    ['the title if present', { title: 'Cat', user: cats, tags }, 'Cat'],
    ['the username and up to 4 tags, without "transparent"', { user: cats, tags }, 'cats a b c d GIF'],
    ['up to 5 tags without a username', { tags }, 'a b c d e GIF'],
    ['"Sticker" at the end of a sticker', { tags: ['a'], is_sticker: 1 }, 'a Sticker'],
    ["the GIF's username where there is no user", { username: 'dogs', tags: ['a'] }, 'dogs a GIF'],
    ['never nothing', { title: ' \u200b', tags: ['transparent'] }, 'GIF'],
  ])('is %s', (_what, fields, text) => {
    expect(altText(gifOf(fields))).toBe(text)
  })
})

const user = {
  id: '7',
  username: 'Cats',
  display_name: 'The Cats',
  profile_url: 'https://cats.test/',
  is_public: true,
  is_verified: 1,
}
const of = (fields: Record<string, unknown>) => gifOf({ user: { ...user, ...fields } })

describe('§5 Attribution (embed)', () => {
  it('shows the display name, with a verified badge and the profile', () => {
    expect(embedAttribution(of({}))).toEqual({
      name: 'The Cats',
      avatar: expect.stringMatching(/^\/static\/avatar-[1-5]\.svg$/),
      verified: true,
      href: 'https://cats.test/',
    })
  })

  it('otherwise the username prefixed with an at sign', () => {
    expect(embedAttribution(of({ display_name: '' }))?.name).toBe('@Cats')
  })

  it('is rendered only when the user has a username or display name', () => {
    expect(embedAttribution(of({ username: '', display_name: null }))).toBeUndefined()
    expect(embedAttribution(gifOf({ username: 'cats' }))).toBeUndefined()
  })

  it('T2: links no profile that is not on the web', () => {
    expect(embedAttribution(of({ profile_url: 'javascript:alert(1)' }))).not.toHaveProperty('href')
  })
})

describe('§5 Attribution (player block)', () => {
  it('shows the attribution name, the lowercased handle, the avatar and the badge', () => {
    const shown = playerAttribution(of({ attribution_display_name: 'Cats of Rome' }))
    expect(shown).toMatchObject({ name: 'Cats of Rome', handle: '@cats', verified: true })
    expect(shown?.avatar).toBeTruthy()
  })

  it('falls back to display_name and then username', () => {
    expect(playerAttribution(of({}))?.name).toBe('The Cats')
    expect(playerAttribution(of({ display_name: '' }))?.name).toBe('Cats')
  })

  it('has no handle without a username', () => {
    expect(playerAttribution(of({ username: '' }))).not.toHaveProperty('handle')
  })

  it.each([
    ['private', { is_public: false }],
    ['not said to be public', { is_public: undefined }],
    ['flagged suppress_chrome', { suppress_chrome: true }],
    ['nameless', { username: '', display_name: '' }],
  ])('is nothing for a user who is %s', (_what, fields) => {
    expect(playerAttribution(of(fields))).toBeUndefined()
  })
})

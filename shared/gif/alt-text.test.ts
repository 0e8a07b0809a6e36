import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { altText } from './alt-text.ts'

const tags = ['a', 'transparent', { text: 'b' }, 'c', 'd', 'e', 'f']
const user = { username: 'cats' }

describe('§5 Alt text', () => {
  it.each([
    ['what its maker wrote for it, first', { alt_text: 'A cat jumps', title: 'Cat' }, 'A cat jumps'],
    ['the title if present', { title: 'Cat', user, tags }, 'Cat'],
    ['the username and up to 4 tags, without "transparent"', { user, tags }, 'cats a b c d GIF'],
    ['up to 5 tags without a username', { tags }, 'a b c d e GIF'],
    ['"Sticker" at the end of a sticker', { tags: ['a'], is_sticker: 1 }, 'a Sticker'],
    ["the GIF's username where there is no user", { username: 'dogs', tags: ['a'] }, 'dogs a GIF'],
    ['never nothing', { title: ' \u200b', tags: ['transparent'] }, 'GIF'],
  ])('is %s', (_what, fields, text) => {
    expect(altText(gifOf(fields))).toBe(text)
  })
})

import { describe, expect, it } from 'vitest'
import { avatarUrl } from './avatar.ts'

const avatarOf = (avatar_url: string, id = '7', username = 'cats') => avatarUrl({ id, username, avatar_url })

describe('§3 Avatar', () => {
  it.each([
    [
      'https://media.giphy.com/avatars/cats/WahNEDdl.gif',
      'https://media.giphy.com/avatars/cats/WahNEDdl/80h.gif',
    ],
    [
      'https://media.giphy.com/channel_assets/cats/x.y.png?v=1',
      'https://media.giphy.com/channel_assets/cats/x.y/80h.png?v=1',
    ],
    [
      'https://media.giphy.com/avatars/cats/WahNEDdl/80h.gif',
      'https://media.giphy.com/avatars/cats/WahNEDdl/80h.gif',
    ],
  ])('uses the 80-pixel-high variant of %s', (given, variant) => {
    expect(avatarOf(given)).toBe(variant)
  })

  it.each([
    ['another convention', 'https://elsewhere.test/people/cats.gif'],
    ['our own library', 'http://localhost:8787/media/avatars/7.webp'],
    ['a name without an ending', 'https://media.giphy.com/avatars/cats'],
  ])('leaves the address of %s as it is', (_whose, url) => {
    expect(avatarOf(url)).toBe(url)
  })

  it('F19: is otherwise one of five default avatars, always the same one for a user', () => {
    const chosen = Array.from({ length: 50 }, (_, id) => avatarOf('', String(id)))
    expect([...new Set(chosen)].sort()).toEqual([1, 2, 3, 4, 5].map((n) => `/static/avatar-${n}.svg`))
    expect(avatarOf('', '12')).toBe(chosen[12])
    expect(avatarOf('https://[', '12')).toBe(chosen[12])
  })

  it('goes by the username where a user has no id', () => {
    const chosen = new Set(Array.from({ length: 50 }, (_, n) => avatarOf('', '', `user${n}`)))
    expect(chosen.size).toBe(5)
  })
})

import { describe, expect, it } from 'vitest'
import { gifOf } from '../test/fixtures/library/gif.ts'
import { externalFilm, filmPage, playerUrl } from './film.ts'

const look = { colour: '#ff5a36', origin: 'https://loop.test' }
const filmOf = (provider_name: unknown, asset_uid: unknown, start_time?: unknown) =>
  externalFilm(gifOf({ external_media: { provider_name, asset_uid, start_time } }).external_media)
const playerOf = (...media: Parameters<typeof filmOf>) => {
  const film = filmOf(...media)
  return film && { url: playerUrl(film, look), page: filmPage(film) }
}

describe('§5 The media button', () => {
  it('shows only when provider_name is youtube or vimeo', () => {
    expect(filmOf('youtube', 'dQw4w9WgXcQ')).toMatchObject({ host: 'youtube', id: 'dQw4w9WgXcQ' })
    expect(filmOf('vimeo', 76979871)).toMatchObject({ host: 'vimeo', id: '76979871' })
    for (const other of ['dailymotion', 'YouTube', '', null, '__proto__', 'toString']) {
      expect(playerOf(other, '76979871')).toBeUndefined()
    }
    expect(externalFilm(undefined)).toBeUndefined()
  })

  it.each([
    ['youtube', 'short'],
    ['youtube', 'dQw4w9WgXcQ?autoplay=0'],
    ['youtube', '../../evil'],
    ['youtube', 'a'.repeat(21)],
    ['vimeo', '76979871/../1'],
    ['vimeo', '1234567890123'],
    ['vimeo', 'abc'],
    ['vimeo', ''],
  ])('does not show for %s with the id %j', (provider, id) => {
    expect(playerOf(provider, id)).toBeUndefined()
  })
})

it('a film has a page of its own, for a plain link', () => {
  expect(playerOf('youtube', 'dQw4w9WgXcQ')?.page).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  expect(playerOf('vimeo', 76979871)?.page).toBe('https://vimeo.com/76979871')
})

describe('§9 The external video embed', () => {
  it('on YouTube autoplays, loops, plays inline, is muted, and has no related videos', () => {
    const url = new URL(playerOf('youtube', 'dQw4w9WgXcQ', 43)?.url ?? '')
    expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      autoplay: '1',
      loop: '1',
      playlist: 'dQw4w9WgXcQ',
      playsinline: '1',
      mute: '1',
      rel: '0',
      color: 'white',
      start: '42',
      enablejsapi: '1',
      origin: 'https://loop.test',
    })
  })

  it('on Vimeo does not loop, so that it ends; byline and title off, in the brand colour (§7)', () => {
    const url = new URL(playerOf('vimeo', '76979871', 43)?.url ?? '')
    expect(url.origin + url.pathname + url.hash).toBe('https://player.vimeo.com/video/76979871#t=42s')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      autoplay: '1',
      loop: '0',
      playsinline: '1',
      muted: '1',
      byline: '0',
      title: '0',
      color: 'ff5a36',
    })
  })

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [-5, 0],
    ['12.7', 11],
    [undefined, 0],
  ])('given the start %j begins at %i: one second before, at least 0', (given, start) => {
    expect(playerOf('youtube', 'dQw4w9WgXcQ', given)?.url).toContain(`&start=${start}&`)
    expect(playerOf('vimeo', '76979871', given)?.url).toMatch(new RegExp(`#t=${start}s$`))
  })
})

import { describe, expect, it } from 'vitest'
import { gifOf } from '../test/fixtures/library/gif.ts'
import { AppError } from './errors.ts'
import { externalFilm, filmPage, filmOf as namedFilm, playerUrl, vimeoUrl } from './film.ts'

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

describe('§5 A video host embed requires an id or URL', () => {
  it.each([
    ['76979871'],
    ['https://vimeo.com/76979871'],
    ['http://vimeo.com/76979871/'],
    ['https://www.vimeo.com/76979871?share=copy'],
    ['https://player.vimeo.com/video/76979871#t=10s'],
    ['https://vimeo.com/76979871/a1b2c3d4e5'],
    ['https://vimeo.com/channels/staffpicks/76979871'],
    ['https://vimeo.com/groups/motion/videos/76979871'],
    ['HTTPS://VIMEO.COM/76979871'],
  ])('T11: %s becomes a URL on that host, built anew', (given) => {
    expect(vimeoUrl(given)).toBe('https://vimeo.com/76979871')
  })

  it.each([
    ['https://vimeo.com@127.0.0.1/76979871'],
    ['https://user:pass@vimeo.com/76979871'],
    ['https://vimeo.com.evil.test/76979871'],
    ['https://evilvimeo.com/76979871'],
    ['https://evil.test/vimeo.com/76979871'],
    ['https://evil.test?https://vimeo.com/76979871'],
    ['https://evil.test#vimeo.com/76979871'],
    ['https://api.vimeo.com/76979871'],
    ['https://vimeo.com:8080/76979871'],
    ['https://vimeo.com\\@evil.test/76979871'],
    ['https:\\\\vimeo.com\\76979871'],
    ['//vimeo.com/76979871'],
    ['vimeo.com/76979871'],
    ['ftp://vimeo.com/76979871'],
    ['javascript://vimeo.com/76979871'],
    ['https://vіmeo.com/76979871'],
    ['https://vimeo。com/76979871'],
    ['https://ｖimeo.com/76979871'],
    ['https://vimeo.com/'],
    ['https://vimeo.com/staffpicks'],
    ['https://vimeo.com/7697987112345'],
    ['https://vimeo.com/76979871x'],
    ['https://vimeo.com/../76979871'],
    ['https://vimeo.com/76979871 https://evil.test'],
    ['http://169.254.169.254/latest/meta-data'],
  ])("T11: %s is 'not a vimeo url'", (given) => {
    expect(() => vimeoUrl(given)).toThrow(new AppError('invalid-input', 'not a vimeo url'))
  })

  it.each([[''], ['abc'], ['-1'], ['76979871x'], ['7697987112345'], ['１２３'], ['0x10']])(
    "T11: %j is 'not a valid id'",
    (given) => {
      expect(() => vimeoUrl(given)).toThrow(new AppError('invalid-input', 'not a valid id'))
    },
  )
})

describe('the film that an address names', () => {
  const youtube = (start_time = 0) => ({
    ...{ provider_name: 'youtube', asset_uid: 'dQw4w9WgXcQ', start_time },
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
  const vimeo = (start_time = 0) => ({
    ...{ provider_name: 'vimeo', asset_uid: '76979871', start_time, url: 'https://vimeo.com/76979871' },
  })

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube()],
    ['https://youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=43s', youtube(43)],
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ#t=9', youtube(9)],
    ['https://youtu.be/dQw4w9WgXcQ?t=12', youtube(12)],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube()],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=7', youtube(7)],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube()],
    ['https://vimeo.com/76979871', vimeo()],
    ['https://player.vimeo.com/video/76979871#t=5s', vimeo(5)],
  ])('T11: %s', (address, film) => expect(namedFilm(address)).toEqual(film))

  it('has the start that is given in place of the address’s', () =>
    expect(namedFilm('https://youtu.be/dQw4w9WgXcQ?t=12', 3)).toEqual(youtube(3)))

  it.each([
    ['https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ'],
    ['https://evil.test/?https://youtu.be/dQw4w9WgXcQ'],
    ['https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ'],
    ['https://user:pass@youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://youtube.com:8443/watch?v=dQw4w9WgXcQ'],
    ['javascript://youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?v='],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload'],
    ['https://www.youtube.com/channel/dQw4w9WgXcQ'],
    ['https://youtu.be/a/b'],
    ['https://vimeo.com/staffpicks'],
    ['https://dailymotion.com/video/x7tgad0'],
    ['76979871'],
    [''],
  ])('T11: %j names none', (address) => expect(namedFilm(address)).toBeUndefined())
})

import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { filmOf, vimeoUrl } from './film-address.ts'

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
  ])('T11: %s', (address, film) => expect(filmOf(address)).toEqual(film))

  it('has the start that is given in place of the address’s', () =>
    expect(filmOf('https://youtu.be/dQw4w9WgXcQ?t=12', 3)).toEqual(youtube(3)))

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
  ])('T11: %j names none', (address) => expect(filmOf(address)).toBeUndefined())
})

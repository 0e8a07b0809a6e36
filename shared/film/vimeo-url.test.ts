import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { vimeoUrl } from './vimeo-url.ts'

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

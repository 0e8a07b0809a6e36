import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { vimeoCalls } from '../../shared/calls/services.ts'
import { vimeoFilm } from './vimeo-film.ts'

const PLAYER =
  'https://player.vimeo.com/video/76979871?autoplay=1&loop=0&playsinline=1&muted=1&byline=0&title=0&color=6d5efc#t=0s'

const filmOf = (answer: object) =>
  vimeoFilm('https://vimeo.com/76979871', v.parse(vimeoCalls.oembed.response, { type: 'video', ...answer }))

describe('a Vimeo film', () => {
  it('T12: has a player that we build for the requested id', () => {
    const film = filmOf({
      html: '<script>evil()</script>',
      video_id: 1,
      title: 'A film',
      width: 480,
      height: '270',
    })
    expect(film).toMatchObject({ player_url: PLAYER, video_id: '76979871', width: 480, height: 270 })
    expect(film.html).toMatch(/^<iframe src="https:\/\/player\.vimeo\.com\/video\/76979871\?/)
    expect(film.html).toContain('width="480" height="270" title="A film"')
  })

  it('T12: never lets a title out of its attribute', () => {
    const { html } = filmOf({ title: '"><script>alert(1)</script>' })
    expect(html).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(html.match(/</g)).toHaveLength(2)
  })

  it.each([
    ['https://i.vimeocdn.com/video/1_295x166.jpg', 'https://i.vimeocdn.com/video/1_295x166.jpg'],
    ['https://vimeo.com/staff', 'https://vimeo.com/staff'],
    ['http://vimeo.com/staff', 'https://vimeo.com/staff'],
    ['https://evilvimeo.com/staff', ''],
    ['https://vimeo.com.evil.test/', ''],
    ['https://user:pass@vimeo.com/', ''],
    ['javascript:alert(1)', ''],
    [{ toString: 'no' }, ''],
  ])('T12: links only to the host itself: %j', (given, url) => {
    expect(filmOf({ author_url: given, thumbnail_url: given })).toMatchObject({
      author_url: url,
      thumbnail_url: url,
    })
  })

  it('has a default size, and no invalid date', () => {
    expect(filmOf({ width: -1, height: 'tall', upload_date: '<b>' })).toMatchObject({
      width: 640,
      height: 360,
      upload_date: '',
    })
    expect(filmOf({ upload_date: '2013-10-15 14:08:29' }).upload_date).toBe('2013-10-15 14:08:29')
  })
})

describe('§5 accepted film addresses', () => {
  const urlOf = (url: unknown) => v.safeParse(vimeoCalls.oembed.input, { url }).output
  const saidOf = (input: object) => v.safeParse(vimeoCalls.oembed.input, input).issues?.[0].message

  it('an id and a URL are the same film', () => {
    expect(urlOf('76979871')).toMatchObject({ url: 'https://vimeo.com/76979871' })
    expect(urlOf('https://player.vimeo.com/video/76979871?x=1')).toMatchObject({
      url: 'https://vimeo.com/76979871',
    })
  })

  it.each([
    [{}, 'An id or url must be passed'],
    [{ url: 'abc' }, 'not a valid id'],
    [{ url: '' }, 'not a valid id'],
    [{ url: 'https://evil.test/76979871' }, 'not a vimeo url'],
    [{ url: '76979871', width: '0' }, 'width must be a whole number of pixels'],
    [{ url: '76979871', maxheight: '1e9' }, 'maxheight must be a whole number of pixels'],
  ])('%j: %s', (input, message) => expect(saidOf(input)).toBe(message))
})

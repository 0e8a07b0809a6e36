import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyGif } from '../../test/fixtures/library/any-gif.ts'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { pictureOrigins } from './origins.ts'

it('names each origin of pictures, films and avatars once', () => {
  const gif = gifOf({
    user: { username: 'ann', avatar_url: 'https://faces.test/ann.gif' },
    images: {
      original: {
        url: 'https://media2.a.test/1.gif',
        webp: 'https://MEDIA.a.test/1.webp',
        width: 1,
        height: 1,
      },
      hd: { mp4: 'https://films.test:8443/1.mp4', width: 1, height: 1 },
    },
  })
  expect(pictureOrigins([gif, gif])).toEqual([
    'https://faces.test',
    'https://media.a.test',
    'https://films.test:8443',
  ])
})

it('lets nothing into a header but hosts and ports', () => {
  fc.assert(
    fc.property(fc.array(anyGif), (gifs) => {
      for (const origin of pictureOrigins(gifs)) expect(origin).toMatch(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/)
    }),
  )
})

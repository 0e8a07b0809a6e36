import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { GifSchema } from '../schema/gif.ts'
import { draggedData, emojiNamed, fileUrl, markdownOf, pickableGif, pickedGif } from './picker-gif.ts'

const HOST = 'https://loop.test'
const gifOf = (fields: object = {}) =>
  pickableGif(
    v.parse(GifSchema, {
      id: 'abc123',
      slug: 'happy-cat-abc123',
      title: 'Happy "cat" [1]',
      images: {
        original: {
          url: `${HOST}/a.gif`,
          avif: `${HOST}/a.avif`,
          webp: `${HOST}/a.webp`,
          mp4: `${HOST}/a.mp4`,
          width: 480,
          height: 270,
        },
        original_still: { url: `${HOST}/still.gif`, width: 480, height: 270 },
        downsized_huge: { url: `${HOST}/huge.gif`, width: 480, height: 270 },
      },
      ...fields,
    }),
  )

describe('a picked GIF', () => {
  it('has all that a chat needs, and only sizes that the picker has', () => {
    expect(pickedGif(gifOf(), HOST)).toEqual({
      id: 'abc123',
      type: 'gif',
      title: 'Happy "cat" [1]',
      alt: 'Happy "cat" [1]',
      url: `${HOST}/gifs/happy-cat-abc123`,
      embed: `${HOST}/embed/happy-cat-abc123`,
      width: 480,
      height: 270,
      images: {
        original: {
          url: `${HOST}/a.gif`,
          avif: `${HOST}/a.avif`,
          webp: `${HOST}/a.webp`,
          mp4: `${HOST}/a.mp4`,
          width: 480,
          height: 270,
        },
        original_still: { url: `${HOST}/still.gif`, width: 480, height: 270 },
      },
    })
  })

  it('never hands out an address that is not of the web', () => {
    const images = { original: { url: 'javascript:alert(1)', webp: `${HOST}/a.webp`, width: 10, height: 10 } }
    const { images: picked, url } = pickedGif(
      gifOf({ images, url: 'javascript:alert(1)', is_sticker: true }),
      HOST,
    )
    expect(picked.original).not.toHaveProperty('url')
    expect(url).toBe(`${HOST}/stickers/happy-cat-abc123`)
  })

  it('is copied as Markdown and dragged as a picture, with its marks escaped', () => {
    const picked = pickedGif(gifOf(), HOST)
    expect(fileUrl(picked)).toBe(`${HOST}/a.gif`)
    expect(markdownOf(picked)).toBe(`![Happy "cat" \\[1\\]](<${HOST}/a.gif>)`)
    expect(draggedData(picked)).toEqual({
      'text/uri-list': `${HOST}/a.gif`,
      'text/plain': `${HOST}/a.gif`,
      'text/html': `<img src="${HOST}/a.gif" alt="Happy &quot;cat&quot; [1]" width="480" height="270">`,
    })
  })

  it('without any file it is its page', () => {
    expect(fileUrl(pickedGif(gifOf({ images: {} }), HOST))).toBe(`${HOST}/gifs/happy-cat-abc123`)
  })
})

describe('a search among emoji', () => {
  const emoji = ['Grinning face', 'Smiling cat', 'Überraschung'].map((title, at) =>
    gifOf({ id: `e${at}`, slug: '', title }),
  )
  it.each([
    ['cat', ['Smiling cat']],
    ['FACE grin', ['Grinning face']],
    ['at', []],
    ['über', ['Überraschung']],
    ['  ', ['Grinning face', 'Smiling cat', 'Überraschung']],
  ])('%j finds %j', (q, titles) => {
    expect(emojiNamed(emoji, q).map(({ title }) => title)).toEqual(titles)
  })
})

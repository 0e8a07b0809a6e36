import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ItemFactsSchema, itemFiles, linkedBbcode, linkedMarkdown, previewOf } from './item-files.ts'

const factsOf = (images: unknown) => v.parse(ItemFactsSchema, { data: { images } }).data
const filesOf = (images: unknown) => itemFiles(factsOf(images))
const at = (name: string) => `https://media.test/${name}`

describe('the files of an item', () => {
  it('are its formats with their sizes, and the still', () => {
    const original = { url: at('a.gif'), size: '100', webp: at('a.webp'), webp_size: '50', mp4: at('a.mp4') }
    Object.assign(original, { avif: at('a.avif'), avif_size: '20' })
    expect(filesOf({ original, original_still: { url: at('s.gif'), size: '9' } })).toEqual([
      { format: 'GIF', url: at('a.gif'), bytes: 100 },
      { format: 'AVIF', url: at('a.avif'), bytes: 20 },
      { format: 'WebP', url: at('a.webp'), bytes: 50 },
      { format: 'MP4', url: at('a.mp4'), bytes: 0 },
      { format: 'still', url: at('s.gif'), bytes: 9 },
    ])
  })

  it.each([
    [{ original: { url: at('a.webp'), webp: at('a.webp') } }, ['WebP']],
    [{ original: { url: at('a.mp4'), mp4: at('a.mp4') } }, ['MP4']],
    [{ original: { url: at('a.png?x') }, original_still: { webp: at('s.webp') } }, ['PNG', 'still']],
    [{ original: { url: 'javascript:alert(1)', size: -1 } }, []],
    [{}, []],
  ])('are each offered once: %j', (images, formats) => {
    expect(filesOf(images).map(({ format }) => format)).toEqual(formats)
  })
})

describe('the moving picture of a preview', () => {
  const original = { url: at('a.gif'), size: '1500001' }
  const fixed_width = { url: at('w.gif'), size: '90000' }
  it.each([
    ['the original, where it is light', { original: { ...original, size: '1500000' }, fixed_width }, 'a.gif'],
    ['a smaller one, where it is not', { original, fixed_width }, 'w.gif'],
    ['none, where none is', { original }, undefined],
    ['none of unknown weight', { original: { url: at('a.gif') } }, undefined],
    ['never a film', { original: { url: at('a.mp4'), mp4: at('a.mp4'), size: '9' } }, undefined],
  ])('is %s', (_which, images, name) => {
    expect(previewOf(factsOf(images))?.url).toBe(name && at(name))
  })
})

describe('what is pasted elsewhere', () => {
  const linked = {
    title: 'A [cat]\n*waves*',
    pageUrl: 'https://loop.test/gifs/cat-(1)',
    pictureUrl: 'https://media.test/a b.gif',
  }

  it('is Markdown whose words and addresses end nothing', () => {
    expect(linkedMarkdown(linked)).toBe(
      '[![A \\[cat\\] \\*waves\\*](https://media.test/a%20b.gif)](https://loop.test/gifs/cat-%281%29)',
    )
  })

  it('is BBCode', () => {
    expect(linkedBbcode({ ...linked, pageUrl: 'https://loop.test/gifs/cat[/url]' })).toBe(
      '[url=https://loop.test/gifs/cat%5B/url%5D][img]https://media.test/a%20b.gif[/img][/url]',
    )
  })
})

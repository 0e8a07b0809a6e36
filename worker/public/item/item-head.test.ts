import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toItemView } from '../../../shared/public/item-view.ts'
import { interpolate } from '../../../shared/texts/languages.ts'
import { publicTextsIn } from '../../../shared/texts/public/public-texts.ts'
import { textsIn } from '../../../shared/texts/texts.ts'
import { anyGif } from '../../../test/fixtures/library/any-gif.ts'
import { gifOf } from '../../../test/fixtures/library/gif.ts'
import type { PageContext } from '../layout/page.ts'
import { itemHead } from './item-head.tsx'

const contextAt = (publicUrl: string): PageContext => ({
  brand: 'Loopframe',
  logo: '',
  accent: '',
  visit: undefined,
  siteTexts: [],
  publicUrl,
  path: '/',
  language: 'en',
  theme: 'auto',
  hasAccounts: true,
  hasUploads: true,
  hasStories: true,
  countsShares: true,
  direct: undefined,
  texts: publicTextsIn('en'),
  playerTexts: textsIn('en'),
  chosen: {},
  to: (path) => path,
  toItem: ({ id }) => `/gifs/${id}`,
  fill: interpolate,
  number: String,
})
const headAt = (publicUrl: string, gif = gifOf({ title: 'Cat' })) => {
  const context = contextAt(publicUrl)
  return itemHead(toItemView(gif, context), context, false)
}
const contentOf = (publicUrl: string, name: string) =>
  headAt(publicUrl).meta?.find((one) => one.name === name)?.content

describe('what an item’s page says of itself', () => {
  it.each([
    ['https://loop.test', 'https://loop.test/embed/abc123'],
    ['http://loop.test', 'https://loop.test/embed/abc123'],
    ['http://localhost:8787', 'http://localhost:8787/embed/abc123'],
  ])('at %s the player is at %s', (publicUrl, player) => {
    expect(contentOf(publicUrl, 'twitter:player')).toBe(player)
  })

  it('never names a file that is not there, or a size that is none (F8)', () => {
    fc.assert(
      fc.property(anyGif, (gif) => {
        for (const one of headAt('https://loop.test', gif).meta ?? []) {
          if (/:(width|height)$/.test(String(one.property ?? one.name)))
            expect(one.content).toBeGreaterThanOrEqual(0)
          expect(String(one.content)).not.toMatch(/NaN|undefined|null|\[object/)
        }
      }),
      { numRuns: 300 },
    )
  })
})

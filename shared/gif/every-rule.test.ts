import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGif } from '../../test/fixtures/library/any-gif.ts'
import { externalFilm } from '../film.ts'
import { tileColour } from '../picture/avatar.ts'
import { pictureOrigins } from '../picture/origins.ts'
import { bestRendition, pictureSources } from '../picture/renditions.ts'
import { builderItem } from '../public/builder-snippet.ts'
import { channelView } from '../public/channel-view.ts'
import { toItemView } from '../public/item-view.ts'
import { ratioStep } from '../public/ratio-step.ts'
import type { Gif } from '../schema/gif.ts'
import { mediaOrigins, toEmbedView } from './embed-view.ts'
import { altText, embedAttribution, playerAttribution } from './gif-texts.ts'
import { idOfSlug, itemUrl } from './item-path.ts'
import { pixelUrls } from './pixels.ts'
import { embedSnippet } from './snippet.ts'
import { trackingQuery } from './tracking.ts'

const publicUrl = 'https://loop.test'
const brand = 'Loopframe'
const viewOf = (gif: Gif) =>
  toEmbedView(gif, {
    publicUrl,
    tracking: trackingQuery(new URLSearchParams(), 'https://host.test/').toString(),
  })

const RULES: Record<string, (gif: Gif) => unknown> = {
  altText,
  embedAttribution,
  playerAttribution,
  pictureSources,
  bestRendition: ({ images }) => bestRendition(images, { width: 200, height: 100 }),
  'bestRendition, still, for no size': ({ images }) =>
    bestRendition(images, { width: 0, height: 0 }, { still: true }),
  embedSnippet: (gif) => embedSnippet(gif, { publicUrl, brand }),
  'embedSnippet, responsive': (gif) => embedSnippet(gif, { publicUrl, brand, responsive: true }),
  externalFilm: ({ external_media }) => externalFilm(external_media),
  itemUrl: (gif) => itemUrl(gif, publicUrl),
  idOfSlug: ({ slug }) => idOfSlug(slug),
  pixelUrls: (gif) => pixelUrls(gif, () => 0.999),
  tileColour: ({ id }) => tileColour(id),
  toEmbedView: viewOf,
  mediaOrigins: (gif) => mediaOrigins(gif),
  toItemView: (gif) => toItemView(gif, { publicUrl, brand }),
  pictureOrigins: (gif) => pictureOrigins([gif]),
  channelView: (gif) => channelView(gif.user?.username ?? 'x', [], [gif]),
  builderItem: (gif) => builderItem(gif, publicUrl),
  ratioStep: (gif) => ratioStep(pictureSources(gif)),
}

/** Each text and number in an answer; what is absent is absent in the markup too. */
function leavesOf(value: unknown): (string | number | boolean)[] {
  if (value === undefined) return []
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(leavesOf)
  return [value as string | number | boolean]
}

const SRCSET = /^(?:|https?:[^\s,]+ (?:200|480|500)w(?:, https?:[^\s,]+ (?:200|480|500)w){0,2})$/

const forAnyGif = (property: (gif: Gif) => void) =>
  fc.assert(fc.property(anyGif, property), { numRuns: 1000 })

describe('F8: for any GIF that the schema accepts', { timeout: 30_000 }, () => {
  it('no rule throws, or says NaN, Infinity, undefined, null or [object', () => {
    forAnyGif((gif) => {
      for (const [name, rule] of Object.entries(RULES)) {
        for (const leaf of leavesOf(rule(gif))) {
          expect(String(leaf), name).not.toMatch(/NaN|Infinity|undefined|null|\[object/)
        }
      }
    })
  })

  it('alt text, size, srcset and best rendition are there and well formed', () => {
    forAnyGif((gif) => {
      const { width, height, fallback, webp } = pictureSources(gif)
      expect(altText(gif)).toMatch(/\S/)
      expect([width, height].every((side) => Number.isSafeInteger(side) && side > 0)).toBe(true)
      expect(fallback.srcset).toMatch(SRCSET)
      expect(webp?.srcset ?? '').toMatch(SRCSET)
      const found = bestRendition(gif.images, { width: 480, height: 270 })
      expect(found !== undefined).toBe(Object.keys(gif.images).length > 0)
    })
  })
})

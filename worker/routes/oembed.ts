import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { oembedTarget } from '../../shared/gif/address.ts'
import { slugWords } from '../../shared/gif/gif-texts.ts'
import { CACHE_MS } from '../../shared/limits.ts'
import { bareOembed, embedQuery, oembedXml, storyOembed, toOembed } from '../../shared/oembed.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import {
  type AppContext,
  checkedQuery,
  readContext,
  reply,
  requestOrigin,
  type Services,
} from '../http/context.ts'

/** The two formats of oEmbed, and how each is serialized. */
const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: JSON.stringify },
  xml: { type: 'text/xml; charset=utf-8', write: oembedXml },
} as const

// A bound that is not a positive number is ignored: consumers send empty and odd values.
const Bound = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => (Number(text) > 0 ? Math.max(1, Math.floor(Number(text))) : undefined)),
)

const Query = v.object({
  url: v.pipe(v.optional(v.string(), ''), v.nonEmpty('An oEmbed request needs a url')),
  format: v.optional(v.string(), 'json'),
  maxwidth: Bound,
  maxheight: Bound,
  theme: v.optional(v.string(), ''),
  lang: v.optional(v.string(), ''),
})

const foreign = lazyModule(() => import('../../shared/gif/address.ts'))
const stories = lazyModule(() => import('../public/stories/read-stories.ts'))

/** `/services/oembed` (https://oembed.com/): 400 a foreign or missing url, 404 also what is hidden, 410, 501 unknown format. */
export async function oembed(c: AppContext): Promise<Response> {
  const { url, format, maxwidth, maxheight, theme, lang } = checkedQuery(c, Query)
  if (!isFormat(format)) throw new AppError('not-implemented', 'The formats are json and xml')
  const { publicUrl, services } = c.var
  const target = await targetOf(url, [publicUrl, requestOrigin(c.req.url)], services)
  const place = {
    publicUrl,
    brand: services.config.BRAND_NAME,
    max: { ...(maxwidth && { width: maxwidth }), ...(maxheight && { height: maxheight }) },
  }
  const { type, write } = FORMATS[format]
  const kept = { 'Content-Type': type, 'Cache-Control': `public, max-age=${FRESH_S}` }
  if (target.kind === 'story') {
    const view = await (await stories()).publishedView(c, target.slug)
    return reply(c, write(storyOembed(view, place)), 200, kept)
  }
  if (services.direct) {
    const { id, slug } = target
    await services.direct.assertOpen(id, readContext(c))
    const bare = { ...place, embedQuery: embedQuery({ theme, lang }, target.query) }
    return reply(c, write(bareOembed(slug, slugWords(slug), bare)), 200, kept)
  }
  const { gif, state, age } = await services.provider.gif(target.id, readContext(c)).catch((error) => {
    throw target.isForeign && isUnknown(error) ? foreignUrl() : error
  })
  const response = toOembed(gif, { ...place, embedQuery: embedQuery({ theme, lang }, target.query) })
  return reply(c, write(response), 200, {
    ...kept,
    'Cache-Control': `public, max-age=${Math.max(0, FRESH_S - age)}`,
    'x-cache': state,
    Age: String(age),
  })
}

const FRESH_S = CACHE_MS.success / 1000

const isFormat = (format: string): format is keyof typeof FORMATS => Object.hasOwn(FORMATS, format)

const foreignUrl = () => new AppError('invalid-input', 'The url is not one of this site')
const isUnknown = (error: unknown) => error instanceof AppError && error.kind === 'not-found'

/** An address of another service may be known to the library as one that an item had (`docs/moving.md`). */
async function targetOf(url: string, ownUrls: readonly string[], { upstreams }: Services) {
  const target = oembedTarget(url, ownUrls)
  if (target.kind === 'unknown') throw new AppError('not-found', 'There is nothing to embed at this url')
  if (target.kind !== 'foreign') return { ...target, isForeign: false }
  const id = upstreams.provider.knowsOldIds ? (await foreign()).foreignId(url) : undefined
  if (!id) throw foreignUrl()
  return { kind: 'item' as const, id, slug: id, query: new URLSearchParams(), isForeign: true }
}

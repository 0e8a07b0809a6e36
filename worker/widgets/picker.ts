import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { emojiNamed, pickableGif } from '../../shared/picker/picker-gif.ts'
import { type AppContext, directApi, readContext, reply } from '../http/context.ts'
import { optsOutOfTracking, trackingText } from '../render/page-memo.ts'
import { firstPage } from './list.ts'
import { pickerPage } from './picker-page.tsx'
import { frameHeaders } from './policy.ts'
import { type PickerQuery, parsePickerQuery, pickerList } from './query.ts'
import { type TilePage, tileJson, tilePageOf } from './tile-page.ts'

const MAKING = { as: 'picker', make: (page: unknown) => tilePageOf(page, pickableGif) }

/** `/widgets/picker`: search, tabs, categories and a grid. It works without scripts, as links to the items. */
export async function picker(c: AppContext): Promise<Response> {
  const { config } = c.get('services')
  const direct = directApi(c.get('services'))
  const query = parsePickerQuery(c.req.query())
  const [found, categories] = await Promise.all([
    firstPage(c, pickerList(query.list), MAKING, true),
    categoryNames(c),
  ])
  const list = searched(found.list, query.list)
  const optedOut = optsOutOfTracking(c.req.raw.headers)
  const isTracked = config.TRACKING === 'on' && !optedOut
  const analyticsId = isTracked ? config.ANALYTICS_ID : ''
  const { html, styleHash } = await pickerPage({
    query,
    list,
    failed: found.status !== 200,
    categories,
    language: c.get('language'),
    publicUrl: c.get('publicUrl'),
    brand: config.BRAND_NAME,
    tracking: trackingText(c).replaceAll('&amp;', '&'),
    isTracked,
    analyticsId,
    direct,
  })
  return reply(c, html, found.status, {
    ...frameHeaders(c, 'picker', { list: found.list, styleHash, optedOut, analyticsId }),
    ...found.headers,
  })
}

/** Of a page of emoji those that were searched for; any other list is the API's answer already. */
function searched(list: TilePage, { type, q }: PickerQuery['list']): TilePage {
  if (type !== 'emoji' || q === undefined) return list
  const gifs = emojiNamed(list.gifs, q)
  return { ...list, gifs, json: tileJson(gifs) }
}

/** The library's categories; without them the picker is as good. */
async function categoryNames(c: AppContext): Promise<string[]> {
  const { provider } = c.get('services')
  const all = { limit: PROVIDER_PAGE.maxLimit }
  const found = await provider.call('categories', all, readContext(c)).catch(() => undefined)
  return [...new Set(found?.value.data.flatMap(({ name }) => name || []))]
}

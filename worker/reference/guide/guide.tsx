import type { Context } from 'hono'
import { pictureOrigins } from '../../../shared/picture/origins.ts'
import { builderItem } from '../../../shared/public/builder-snippet.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { pageContext } from '../../public/layout/page-context.ts'
import { renderPage } from '../../public/layout/render-page.tsx'
import { optional } from '../../public/parts/optional.ts'
import { assets } from '../../render/assets.ts'
import { reactExample } from '../docs.ts'
import { GuidePage } from './guide-page.tsx'

/** `/docs`: its examples show the item that is trending most. Where none can be read, the rest of the page is there. */
export async function guide(c: Context<App>): Promise<Response> {
  const { provider } = c.var.services
  const trending = await optional(provider.call('trending', { type: 'gifs', limit: 1 }, readContext(c)))
  const gifs = trending?.value.data ?? []
  const context = pageContext(c)
  const { brand, publicUrl } = context
  const item = gifs[0] && builderItem(gifs[0], publicUrl)
  const place = item && { publicUrl, brand, item, title: 'GIFs' }
  const page = {
    name: 'docs',
    head: {
      title: `Embed ${brand}`,
      description: `How to embed ${brand}: iframes, elements, events, oEmbed, and React.`,
      canonical: `${publicUrl}/docs`,
      links: [{ rel: 'stylesheet', href: assets.styles.docs }],
      scripts: [assets.scripts.partner, assets.scripts.guide],
    },
    content: <GuidePage context={context} place={place} reactExample={reactExample} />,
  }
  return renderPage(c, page, { ...trending, media: pictureOrigins(gifs) })
}

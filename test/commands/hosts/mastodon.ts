import { cardOf, frameOf, linkOf, metaOf, type Oembed, only, pageAt, type Shown } from './page.ts'

/** What stays of a frame, and what it may do. */
const KEPT = ['allowfullscreen', 'frameborder', 'height', 'scrolling', 'src', 'width']
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms'

/** A preview card of Mastodon: oEmbed unless it is rich, else Open Graph with the player of Twitter's tags. */
export async function mastodon(url: string): Promise<Shown> {
  const page = await pageAt(url)
  if (page.status !== 200 || !page.isHtml) return { as: 'link' }
  const endpoint = linkOf(page, 'application/json+oembed')
  const oembed = endpoint ? await answer(endpoint) : undefined
  if (oembed && oembed.type !== 'rich') {
    const card = cardOf({
      title: oembed.title,
      description: undefined,
      image: oembed.thumbnail_url,
      site: oembed.provider_name,
      author: oembed.author_name,
    })
    const frame = oembed.type === 'video' ? frameOf(String(oembed.html)) : undefined
    return frame ? { as: 'frame', frame: sandboxed(frame), card } : { as: 'card', card }
  }
  const card = cardOf({
    title: metaOf(page, 'og:title') ?? page.title,
    description: metaOf(page, 'og:description') ?? metaOf(page, 'description'),
    image: metaOf(page, 'og:image'),
    site: metaOf(page, 'og:site_name'),
    author: undefined,
  })
  const player = metaOf(page, 'twitter:player')
  if (!player) return card.title ? { as: 'card', card } : { as: 'link' }
  const [width = '0', height = '0'] = ['width', 'height'].map((side) =>
    metaOf(page, `twitter:player:${side}`),
  )
  return { as: 'frame', frame: sandboxed({ src: player, width, height, frameborder: '0' }), card }
}

const sandboxed = (frame: Readonly<Record<string, string>>) => ({ ...only(frame, KEPT), sandbox: SANDBOX })

async function answer(endpoint: string): Promise<Oembed | undefined> {
  const response = await fetch(endpoint)
  if (response.status !== 200) return undefined
  const body = (await response.json()) as Oembed
  return body.version === '1.0' && body.type ? body : undefined
}

/** The endpoint is kept for its host for a day, with a place for other addresses of it. */
export function keptEndpoint(endpoint: string): (url: string) => string {
  const template = endpoint.replace(/=https?(?:%3A|:)(?:\/\/|%2F%2F)[^&]*/i, '={url}')
  return (url) => template.replace('{url}', encodeURIComponent(url))
}

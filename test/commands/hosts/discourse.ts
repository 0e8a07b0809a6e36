import { cardOf, frameOf, linkOf, type Oembed, only, pageAt, type Shown } from './page.ts'

/** What stays of a frame, and what it may do. */
const KEPT = ['allowfullscreen', 'frameborder', 'height', 'scrolling', 'src', 'width']
const SANDBOX =
  'allow-same-origin allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'

/**
 * Discourse's Onebox for a host without a rule of its own: Open Graph first, then Twitter's tags, then oEmbed fill one
 * record, and the first form that it is enough for is taken.
 * @param allowed the beginnings of `allowed_iframes`
 */
export async function discourse(url: string, allowed: readonly string[] = []): Promise<Shown> {
  const page = await pageAt(url)
  if (page.status !== 200) return { as: 'link' }
  const data: Record<string, string> = {}
  const fill = (name: string, value: unknown) => {
    const key = name.replaceAll(/[:-]/g, '_')
    if (value) data[key] ??= String(value)
  }
  for (const { property = '', content } of page.metas)
    if (property.startsWith('og:')) fill(property.slice(3), content)
  for (const { name = '', content } of page.metas)
    if (name.startsWith('twitter:')) fill(name.slice(8), content)
  const endpoint = linkOf(page, 'application/json+oembed')
  const oembed: Oembed = endpoint ? await (await fetch(endpoint)).json() : {}
  for (const [name, value] of Object.entries(oembed))
    if (!(oembed.type === 'rich' && ['width', 'height'].includes(name))) fill(name, value)

  const { type = '', title = '', description, player = '', html = '' } = data
  const image = data.image_secure_url ?? data.image
  const card = cardOf({ title, description, image, site: data.site_name, author: undefined })
  const isAllowed = (src: string | undefined) => allowed.some((start) => src?.startsWith(start))
  const framed = (frame: Record<string, string>): Shown => ({
    as: 'frame',
    frame: { ...only(frame, KEPT), sandbox: SANDBOX },
  })

  if (type.includes('article') && title && description) return { as: 'card', card }
  const video = data.video_secure_url ?? data.video
  if (/^video[/.]/.test(type) && data.video_type === 'video/mp4' && video)
    return { as: 'video', src: video, poster: image }
  const frame = frameOf(html)
  if (frame && data.height && isAllowed(frame.src)) return framed({ ...frame, height: data.height })
  if (data.card === 'player' && isAllowed(player))
    return framed({
      src: player,
      width: data.player_width ?? '100%',
      height: data.player_height ?? '',
      frameborder: '0',
    })
  return title && (description || image) ? { as: 'card', card } : { as: 'link' }
}

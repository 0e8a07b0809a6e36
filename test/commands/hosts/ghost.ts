import { cardOf, frameOf, linkOf, metaOf, type Oembed, pageAt, type Shown } from './page.ts'

/** Ghost's own steps for a pasted address of a host that its library does not list (its OEmbedService). */
export async function ghost(url: string): Promise<Shown> {
  const page = await pageAt(url)
  if (page.status !== 200) return { as: 'link' }
  const endpoint = linkOf(page, 'application/json+oembed')
  const data = endpoint && !endpoint.includes('wp-json/oembed') ? await answer(endpoint) : undefined
  const frame = data && frameOf(String(data.html ?? ''))
  // In the post as the provider wrote it: no sandbox.
  if (data && frame && ['video', 'rich'].includes(String(data.type)) && data.width)
    return { as: 'frame', frame }
  const card = cardOf({
    title: metaOf(page, 'og:title') ?? page.title,
    description: metaOf(page, 'og:description'),
    image: metaOf(page, 'og:image'),
    site: metaOf(page, 'og:site_name'),
    author: undefined,
  })
  return card.title ? { as: 'card', card } : { as: 'link' }
}

/** JSON that says what it is; anything else is no oEmbed. */
async function answer(endpoint: string): Promise<Oembed | undefined> {
  const response = await fetch(endpoint)
  if (!response.ok) return undefined
  const body = (await response.json()) as Oembed
  return body.version && ['photo', 'video', 'link', 'rich'].includes(String(body.type)) ? body : undefined
}

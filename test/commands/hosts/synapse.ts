import { cardOf, linkOf, type Oembed, pageAt, type Shown } from './page.ts'

/** A tag with a longer value is left out. */
const LONGEST_VALUE = 1000
/** A page with as many tags of a kind is read as if it had none. */
const MOST_TAGS = 50

/** What Synapse answers to a client that asks for the preview of a link: Open Graph's fields, oEmbed's beneath. */
export async function openGraph(url: string): Promise<Record<string, string>> {
  const page = await pageAt(url)
  if (!page.isHtml) return {}
  const tags = (kind: 'property' | 'name', prefix: string) => {
    const found = page.metas.filter((meta) => meta[kind]?.startsWith(prefix) && meta.content)
    if (found.length >= MOST_TAGS) return {}
    const rows = found.map((meta) => [`og:${meta[kind]?.slice(prefix.length)}`, meta.content ?? ''])
    return Object.fromEntries(rows) as Record<string, string>
  }
  const { 'og:card': _card, ...twitter } = tags('name', 'twitter:')
  const endpoint = linkOf(page, 'application/json+oembed', 'alternate')
  const fields = {
    ...(endpoint ? await fromOembed(endpoint) : {}),
    'og:title': page.title,
    ...twitter,
    ...tags('property', 'og:'),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length <= LONGEST_VALUE))
}

async function fromOembed(endpoint: string): Promise<Record<string, string>> {
  const response = await fetch(endpoint)
  const body = response.ok ? ((await response.json()) as Oembed) : {}
  if (body.version !== '1.0') return {}
  const rows = { 'og:title': body.title, 'og:site_name': body.provider_name, 'og:image': body.thumbnail_url }
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
}

/** The card that a Matrix client makes of it. The server fetches the picture; a film is not played. */
export async function synapse(url: string): Promise<Shown> {
  const og = await openGraph(url)
  const card = cardOf({
    title: og['og:title'],
    description: og['og:description'],
    image: og['og:image'],
    site: og['og:site_name'],
    author: undefined,
  })
  return og['og:description'] || og['og:image'] ? { as: 'card', card } : { as: 'link' }
}

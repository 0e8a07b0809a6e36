import { VerifiedBadge } from '../../../islands/ui/buttons.tsx'
import type { PlayerAttribution } from '../../../shared/gif/gif-texts.ts'
import { fitted } from '../../../shared/gif/snippet.ts'
import { ATTRIBUTION_AVATAR_PX } from '../../../shared/limits.ts'
import { MEDIA_TYPES } from '../../../shared/media/limits.ts'
import { own } from '../../../shared/own.ts'
import type { ItemView } from '../../../shared/public/item-view.ts'
import type { Attributes, PageHead } from '../../render/html-document.tsx'
import type { PageContext } from '../layout/page.ts'

/**
 * The head of an item's page: Open Graph, Twitter's player card, links to oEmbed, JSON-LD.
 * @param moving the animated picture, where it is small enough for a preview
 */
export function itemHead(
  view: ItemView,
  context: PageContext,
  isListed: boolean,
  moving?: ItemView['files']['picture'],
): PageHead {
  const description = context.fill(context.texts.itemText, { title: view.heading })
  return {
    title: view.heading,
    description,
    canonical: view.canonical,
    noindex: !isListed,
    meta: [...openGraph(view, description, moving), ...playerCard(view, description)],
    links: oembedLinks(view.canonical, view.heading, context.publicUrl),
    jsonLd: itemJsonLd(view, context),
  }
}

/** https://ogp.me: a picture that is not too heavy for a preview, and the MP4, both with their sizes. */
function openGraph(view: ItemView, description: string, moving: ItemView['files']['picture']): Attributes[] {
  const { still, film } = view.files
  const picture = moving ?? still ?? view.files.picture
  return [
    ...rows('og', { type: 'video.other', title: view.heading, description, url: view.canonical }),
    ...file('og:image', picture),
    ...(picture ? rows('og:image', { alt: view.title }) : []),
    ...file('og:video', film, typeOf(film?.url ?? '', 'video/mp4')),
  ]
}

/** https://developer.x.com/en/docs/x-for-websites/cards/overview/player-card: the embed, over https. */
function playerCard(view: ItemView, description: string): Attributes[] {
  const { width, height } = fitted(view.picture)
  const image = view.files.still?.url ?? view.files.picture?.url ?? ''
  return twitterCard({
    card: 'player',
    title: view.heading,
    description,
    image,
    'image:alt': view.title,
    player: overHttps(view.embedUrl),
    'player:width': width,
    'player:height': height,
  })
}

/** The fields of a card of Twitter's. */
export const twitterCard = (fields: Attributes): Attributes[] =>
  Object.entries(fields).map(([name, content]) => ({ name: `twitter:${name}`, content }))

/** `docs/wire.md`, oEmbed: consumers read type and href alone and add sizes of their own, so ours name none. */
export const oembedLinks = (canonical: string, title: string, publicUrl: string): Attributes[] =>
  [
    ['json', 'application/json+oembed'],
    ['xml', 'text/xml+oembed'],
  ].map(([format = '', type = '']) => ({
    rel: 'alternate',
    type,
    href: `${publicUrl}/services/oembed?${new URLSearchParams({ url: canonical, format })}`,
    title,
  }))

/** Properties of Open Graph that begin alike. */
export const rows = (prefix: string, fields: Attributes): Attributes[] =>
  Object.entries(fields).map(([name, content]) => ({ property: `${prefix}:${name}`, content }))

/** A picture or film, with all that is known of it; nothing without one. */
export function file(
  property: string,
  found: { url: string; width: number; height: number } | undefined,
  type = typeOf(found?.url ?? ''),
): Attributes[] {
  if (!found) return []
  const { url, width, height } = found
  return [
    { property, content: url },
    ...(url.startsWith('https:') ? rows(property, { secure_url: url }) : []),
    ...rows(property, { type, width, height }),
  ]
}

/** A provider's picture may be a JPEG. */
const TYPES = { ...MEDIA_TYPES, jpg: 'image/jpeg' }

/** The type of a file, by the ending of its address. */
const typeOf = (url: string, otherwise = 'image/gif'): string =>
  own(TYPES, /\.(\w+)(?:[?#]|$)/.exec(url)?.[1] ?? '') ?? otherwise

const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/

// Player cards require https; a development host has none.
const overHttps = (url: string): string => (LOCAL.test(url) ? url : url.replace(/^http:/, 'https:'))

/** https://schema.org/ImageObject, or VideoObject for a video: what search engines show of an item. */
function itemJsonLd(view: ItemView, { publicUrl }: PageContext): object {
  const { picture, still, film } = view.files
  const isVideo = view.kind === 'video' && film !== undefined
  const content = isVideo ? film : picture
  return {
    '@context': 'https://schema.org',
    '@type': isVideo ? 'VideoObject' : 'ImageObject',
    '@id': view.canonical,
    url: view.canonical,
    name: view.heading,
    description: view.title,
    contentUrl: content?.url,
    width: content?.width,
    height: content?.height,
    thumbnailUrl: still?.url ?? picture?.url,
    embedUrl: view.embedUrl,
    uploadDate: view.added,
    keywords: view.tags.map(({ name }) => name).join(', ') || undefined,
    creator: view.attribution && {
      '@type': 'Person',
      name: view.attribution.name,
      url: view.attribution.href && new URL(view.attribution.href, publicUrl).href,
    },
  }
}

type AttributionProps = { attribution: PlayerAttribution; to: (path: string) => string; verifiedText: string }

/** §5 Attribution (player block): avatar, name, badge, and the handle under it. */
export function ItemAttribution({ attribution, to, verifiedText }: AttributionProps) {
  const { name, handle, avatar, verified, href } = attribution
  const size = { width: ATTRIBUTION_AVATAR_PX, height: ATTRIBUTION_AVATAR_PX }
  const content = (
    <>
      <img className="avatar" src={avatar} {...size} alt="" loading="lazy" decoding="async" />
      <span className="names">
        <span className="name-line">
          <bdi className="name">{name}</bdi>
          {verified && <VerifiedBadge text={verifiedText} />}
        </span>
        {handle && <bdi className="handle">{handle}</bdi>}
      </span>
    </>
  )
  if (!href) return <p className="by">{content}</p>
  return (
    <a className="by" href={href.startsWith('/') ? to(href) : href}>
      {content}
    </a>
  )
}

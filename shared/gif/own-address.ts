import { idOfSlug } from './item-path.ts'

/** The target of an oEmbed consumer's `url`: an item, a story, none, or `foreign` for a URL of another site. */
type OembedTarget =
  | { kind: 'item'; id: string; slug: string; query: URLSearchParams }
  | { kind: 'story'; slug: string }
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const PAGE = /^\/(?:gifs|stickers|embed)\/([^/]+)\/?$/
const MEDIA = /^\/media\/(\w{1,64})\/[^/]+$/

const STORY = /^\/stories\/([\w-]{1,64})\/?$/

/**
 * Parses the URL of a story, of an item, its embed, its media or its short form. The URL is never fetched: it must have one of our
 * own hosts, and only its id is used. Consumers turn http into https, so the scheme does not matter.
 */
export function oembedTarget(address: string, ownUrls: readonly string[]): OembedTarget {
  if (!URL.canParse(address)) return { kind: 'foreign' }
  const { protocol, host, username, password, pathname, searchParams } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isOurs = ownUrls.some((own) => new URL(own).host === host)
  if (!isWeb || !isOurs || username || password) return { kind: 'foreign' }
  const story = STORY.exec(pathname)?.[1]
  if (story) return { kind: 'story', slug: story }
  const slug = MEDIA.exec(pathname)?.[1] ?? PAGE.exec(pathname)?.[1] ?? ''
  const id = idOfSlug(slug)
  return id ? { kind: 'item', id, slug, query: searchParams } : { kind: 'unknown' }
}

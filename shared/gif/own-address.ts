import { idOfSlug } from './item-path.ts'

/** The target of an oEmbed consumer's `url`: an item, a story, none, or `foreign` for a URL of another site. */
type OembedTarget =
  | { kind: 'item'; id: string; query: URLSearchParams }
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
  const slug = STORY.exec(pathname)?.[1]
  if (slug) return { kind: 'story', slug }
  const id = MEDIA.exec(pathname)?.[1] ?? idOfSlug(PAGE.exec(pathname)?.[1] ?? '')
  return id ? { kind: 'item', id, query: searchParams } : { kind: 'unknown' }
}

import { idOfSlug } from '../gif/item-path.ts'

/** What an oEmbed consumer's `url` means to us: an item, or no page of one; `foreign` where it is not ours at all. */
type OembedTarget =
  | { kind: 'item'; id: string; query: URLSearchParams }
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const PAGE = /^\/(?:gifs|stickers|embed)\/([^/]+)\/?$/
const MEDIA = /^\/media\/(\w{1,64})\/[^/]+$/

/**
 * Reads the address of an item, its embed, its media or its short form. Nothing is ever fetched from it: it must name
 * one of our own hosts, and only an id leaves. Consumers turn http into https, so the scheme does not matter.
 */
export function oembedTarget(address: string, ownUrls: readonly string[]): OembedTarget {
  if (!URL.canParse(address)) return { kind: 'foreign' }
  const { protocol, host, username, password, pathname, searchParams } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isOurs = ownUrls.some((own) => new URL(own).host === host)
  if (!isWeb || !isOurs || username || password) return { kind: 'foreign' }
  const id = MEDIA.exec(pathname)?.[1] ?? idOfSlug(PAGE.exec(pathname)?.[1] ?? '')
  return id ? { kind: 'item', id, query: searchParams } : { kind: 'unknown' }
}

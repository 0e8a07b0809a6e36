import type { OldItem, RedirectSource } from '../schema/own/redirects.ts'
import { idOfSlug } from './item-path.ts'

/* Pages have this module in their scripts: it imports no schema. */

/** The id of a redirect, which every address of an item takes too: `giphy-{id}`. */
export const redirectId = ({ source, old_id }: OldItem): string => `${source}-${old_id}`

/** The target of an oEmbed consumer's `url`: an item, a story, none, or `foreign` for a URL of another site. */
type OembedTarget =
  | { kind: 'item'; id: string; slug: string; query: URLSearchParams }
  | { kind: 'story'; slug: string }
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const PAGE = /^\/(?:gifs|stickers|embed)\/([^/]+)\/?$/
const MEDIA = /^\/media\/(\w{1,64})\/[^/]+$/

const STORY = /^\/stories\/([\w-]{1,64})\/?$/

/** The target of our own URL of a story or an item, in any form and scheme. It is never fetched: only its id is used. */
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

type Ids = { source: RedirectSource; paths: readonly RegExp[] }

// `docs/wire.md`. Each path has the id in its first group. The words in front of an id are left over: it has no `-`.
const IDS: Partial<Record<string, Ids>> = {
  GIPHY: {
    source: 'giphy',
    paths: [
      /^\/(?:gifs|stickers|clips|embed)\/(?:[^/]*-)?(\w{1,64})(?:\/|$)/,
      // A media address may have a part for the key in front: /media/v1.…/ID/giphy.gif
      /^\/media\/(?:v1\.[^/]*\/)?(\w{1,64})\/[^/]+$/,
      /^\/(\w{1,64})\.(?:gif|webp|mp4|avif|webm|mov)$/,
    ],
  },
  Tenor: {
    source: 'tenor',
    paths: [
      /^\/(?:[a-z]{2}(?:-[A-Za-z]{2,4})?\/)?view\/(?:[^/]*-)?(\d{1,20})\/?$/,
      /^\/embed\/(\d{1,20})\/?$/,
    ],
  },
  KLIPY: {
    source: 'klipy',
    // The slug is the id. A shared address has a mark behind it: hello-3--k01KPYA1G9S58VZDBY15HN6EDKZ
    paths: [/^\/(?:gifs|stickers|clips|memes|static-memes|emojis)\/([\w-]{1,160})\/?$/],
  },
}

const MARK = /--k[0-9A-Za-z]{26}$/

/** The service that a host belongs to, and the item that an address names there, where it can be read. */
export type ForeignAddress = { service: string; item?: OldItem }

const ADDRESS_MAX = 2048

/** Reads an address of another service. It is never fetched. `undefined` for any other. */
export function readForeign(address: string): ForeignAddress | undefined {
  const url = address.length <= ADDRESS_MAX ? URL.parse(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const service = serviceOf(url.hostname)
  if (!service) return undefined
  const { source, paths = [] } = IDS[service] ?? {}
  const id = paths.map((path) => path.exec(url.pathname)?.[1]).find((each) => each !== undefined)
  const old_id = source === 'klipy' ? id?.replace(MARK, '') : id
  return { service, ...(source && old_id && { item: { source, old_id } }) }
}

/** The id that a library may know the item of such an address by. */
export function foreignId(address: string): string | undefined {
  const item = readForeign(address)?.item
  return item && redirectId(item)
}

/** Services whose addresses people have at hand, by their hosts. */
const SERVICES = [
  ['giphy.com', 'GIPHY'],
  ['gph.is', 'GIPHY'],
  ['tenor.com', 'Tenor'],
  ['tenor.co', 'Tenor'],
  ['klipy.com', 'KLIPY'],
  ['imgur.com', 'Imgur'],
] as const

/** The service that a host belongs to. */
export const serviceOf = (hostname: string) =>
  SERVICES.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1]

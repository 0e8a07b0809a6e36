import { type OldItem, type RedirectSource, redirectId } from '../../schema/own/redirects/old-id.ts'
import { serviceOf } from './service-hosts.ts'

type Ids = { source: RedirectSource; paths: readonly RegExp[] }

// `docs/wire.md`. Each path has the id in its first group. The words in front of an id are left over: it has no `-`.
const IDS: Partial<Record<string, Ids>> = {
  GIPHY: {
    source: 'giphy',
    paths: [
      /^\/(?:gifs|stickers|clips|embed)\/(?:[^/]*-)?(\w{1,64})(?:\/|$)/,
      // A media address may have a part for the key in front: /media/v1.…/ID/giphy.gif
      /^\/media\/(?:v1\.[^/]*\/)?(\w{1,64})\/[^/]+$/,
      /^\/(\w{1,64})\.(?:gif|webp|mp4)$/,
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

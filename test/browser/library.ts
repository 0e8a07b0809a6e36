import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Item = {
  id: string
  slug: string
  title: string
  type: string
  username?: string
  external_media?: { provider_name: string }
}
type User = { username: string; is_public: boolean; is_verified: boolean; display_name: string }

const file = fileURLToPath(new URL('../../seed/library.json', import.meta.url))
const library = JSON.parse(readFileSync(file, 'utf8')) as { items: Item[]; users: User[] }

const first = (fits: (item: Item) => boolean): Item => {
  const item = library.items.find(fits)
  if (!item) throw new Error('The seed holds no such item')
  return item
}

/** Items of the seeded library that tests open, one of each kind. */
export const items = {
  gif: first((item) => item.type === 'gif' && !item.external_media && Boolean(item.username)),
  sticker: first((item) => item.type === 'sticker'),
  video: first((item) => item.type === 'video'),
}

/** GIFs with a film behind them, by its host. */
export const films = {
  youtube: first((item) => item.external_media?.provider_name === 'youtube'),
  vimeo: first((item) => item.external_media?.provider_name === 'vimeo'),
}

export const embedOf = (item: Item, query = '') => `/embed/${item.slug}-${item.id}${query}`

/** The first items of a type. */
export const seedItems = (type: string, count: number): readonly Item[] =>
  library.items.filter((item) => item.type === type).slice(0, count)

import { providerCalls } from '../../../shared/calls/provider.ts'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { isWithinRating } from '../../../shared/schema/choices.ts'
import type { UpstreamFile } from '../../provider/shapes/item.ts'
import { altOf, BY_SIZE, type FileFormat, fileOf, hasPicture, type Item, isClip, isStatic } from '../item.ts'
import { type ItemList, type ListFields, picturesOf } from '../read-list.ts'

const TYPES = ['gifs', 'stickers', 'clips', 'static-memes', 'emojis'] as const
export type KlipyType = (typeof TYPES)[number]

export const KLIPY_FORMATS = ['gif', 'webp', 'jpg', 'mp4', 'webm'] as const
export type KlipyFormat = (typeof KLIPY_FORMATS)[number]

type Kind = {
  /** What an item calls itself; clients know no more kinds. */
  type: 'gif' | 'sticker' | 'clip'
  has: (item: Item) => boolean
}

/** The items of each type. */
export const KINDS: Readonly<Record<KlipyType, Kind>> = {
  gifs: { type: 'gif', has: ({ is_sticker }) => !is_sticker },
  stickers: { type: 'sticker', has: ({ is_sticker }) => is_sticker },
  clips: { type: 'clip', has: isClip },
  'static-memes': { type: 'gif', has: (item) => !item.is_sticker && isStatic(item) },
  emojis: { type: 'sticker', has: ({ is_sticker }) => is_sticker },
}

const SIZES = { hd: 'large', md: 'medium', sm: 'small', xs: 'tiny' } as const

const still = (names: readonly string[]) => [...names.map((name) => `${name}_still`), '480w_still', ...names]

/** The names of the files that a format may be, of a size. */
const namesOf = (format: FileFormat, size: readonly string[]) => (format === 'jpg' ? still(size) : size)

type Files = Partial<Record<KlipyFormat, UpstreamFile>>

const pictured = (item: Item, formats: readonly KlipyFormat[]) =>
  Object.fromEntries(
    Object.entries(SIZES).map(([size, of]) => {
      const names = BY_SIZE[of]
      const files = formats.flatMap((format) => {
        const file = fileOf(item, namesOf(format, names), format)
        return file ? [[format, file] as const] : []
      })
      return [size, Object.fromEntries(files) as Files]
    }),
  )

const FILMS = ['hd', ...BY_SIZE.large]

/** A clip has one file of each format, as an address, and their sizes. */
function filmed(item: Item, formats: readonly KlipyFormat[]) {
  const files = (['mp4', 'gif', 'webp'] as const).flatMap((format) => {
    const file = formats.includes(format) ? fileOf(item, FILMS, format) : undefined
    return file ? [[format, file] as const] : []
  })
  return {
    file: Object.fromEntries(files.map(([format, { url }]) => [format, url])),
    file_meta: Object.fromEntries(files.map(([format, { width, height }]) => [format, { width, height }])),
  }
}

/** One transparent pixel, where no blurred picture could be made: clients decode what is here. */
const NO_PICTURE = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The name of an item in addresses: its slug, where that leads back to it. */
const slugOf = ({ id, slug }: Item): string => (idOfSlug(slug) === id ? slug : id)

/** Items in KLIPY's shape (`docs/wire.md`, KLIPY v1). One without a picture is left out: no client can show it. */
export const toKlipyItems = (
  items: readonly Item[],
  of: KlipyType,
  formats: readonly KlipyFormat[],
  pictures?: ReadonlyMap<string, string>,
) =>
  items.filter(hasPicture).map((item) => ({
    id: numericId(item.id),
    slug: slugOf(item),
    title: altOf(item),
    type: KINDS[of].type,
    tags: item.tags,
    blur_preview: `data:image/gif;base64,${pictures?.get(item.id) || NO_PICTURE}`,
    ...(of === 'clips' ? filmed(item, formats) : { file: pictured(item, formats) }),
  }))

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** A number keeps as many bits exactly. */
const SAFE_BITS = 53

/** The whole number that KLIPY's items have besides the slug: FNV-1a of our id, its upper 53 bits. No call takes it. */
export function numericId(id: string): number {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(id)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return Number(hash >> BigInt(64 - SAFE_BITS)) || 1
}

/** The list that a type is read from. `keep`: its items are picked out of it. */
type Source = { list: ItemList; keep?: (item: Item) => boolean }

/** Where a type's items are read, of a search or without one. The provider searches no emoji. */
export const listSource = (type: KlipyType, fields: ListFields): Source => SOURCES[type](fields)

const SOURCES: Readonly<Record<KlipyType, (fields: ListFields) => Source>> = {
  gifs: (fields) => ({ list: picturesOf('gifs', fields) }),
  stickers: (fields) => ({ list: picturesOf('stickers', fields) }),
  clips: (fields) => {
    if (fields.q !== undefined) return { list: { call: providerCalls.videoSearch, fields } }
    return { list: { call: providerCalls.videoTrending, fields: { ...fields, featured: true } } }
  },
  'static-memes': (fields) => ({ list: picturesOf('gifs', fields), keep: KINDS['static-memes'].has }),
  emojis: ({ q, rating }) => {
    const list = { call: providerCalls.emoji, fields: {} }
    if (q === undefined && rating === undefined) return { list }
    const isNamed = namedBy(q)
    return { list, keep: (item) => isWithinRating(item.rating, rating) && isNamed(item) }
  },
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether title and tags have words that begin with each word of a search. */
function namedBy(q: string | undefined): (item: Item) => boolean {
  if (q === undefined) return () => true
  const wanted = wordsIn(q)
  return ({ title, tags }) => {
    const words = [title, ...tags].flatMap(wordsIn)
    return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
}

import * as v from 'valibot'
import { isId } from '../../../shared/gif/item-path.ts'
import { own } from '../../../shared/own.ts'
import { Line, listOf, Text, Url, Whole } from '../../../shared/schema/text.ts'
import {
  fieldOf,
  imagesOf,
  isObject,
  itemJson,
  Name,
  type Renditions,
  type UpstreamFile,
  type UpstreamFiles,
} from './item.ts'

/** Where KLIPY's items are, and how our ids say so. */
const PREFIXES = {
  gifs: '',
  stickers: 'Zs',
  clips: 'Zc',
  emojis: 'Ze',
} as const

export type KlipyShelf = keyof typeof PREFIXES

const SHELVES = new Map<string, KlipyShelf>(
  Object.entries(PREFIXES).map(([shelf, prefix]) => [prefix, shelf as KlipyShelf]),
)

/** What their slugs may have; it is a part of a path there. */
const SLUG = /^[\w-]{1,128}$/

const ESCAPES: Record<string, string> = { '-': '_', _: 'Zu', Z: 'ZZ' }
const LETTERS: Record<string, string> = { _: '-', Zu: '_', ZZ: 'Z' }

/**
 * The id that we show for a slug of KLIPY's. Our paths end in `-{id}`, so `-` becomes `_`; `Zu` is `_`, `ZZ` is `Z`, and `Zs`,
 * `Zc` or `Ze` in front is the shelf, where it is not `gifs`. Undefined for a slug that none of our addresses could name.
 */
export function idOf(shelf: KlipyShelf, slug: string): string | undefined {
  if (!SLUG.test(slug)) return undefined
  const id = PREFIXES[shelf] + slug.replace(/[-_Z]/g, (letter) => own(ESCAPES, letter) ?? '')
  return isId(id) ? id : undefined
}

/** KlipyShelf and slug of an id that `idOf` made; undefined for any other text. */
export function locationOf(id: string): { shelf: KlipyShelf; slug: string } | undefined {
  const prefix = /^Z[sce]/.exec(id)?.[0] ?? ''
  const shelf = SHELVES.get(prefix)
  const slug = id.slice(prefix.length).replace(/_|Z[uZ]/g, (code) => own(LETTERS, code) ?? '')
  return shelf && idOf(shelf, slug) === id ? { shelf, slug } : undefined
}

const SIZES = ['hd', 'md', 'sm', 'xs'] as const
const FORMATS = ['gif', 'webp', 'mp4', 'webm', 'jpg', 'png'] as const

/** Files of these sizes in a format. */
const of = (sizes: readonly (typeof SIZES)[number][], ...formats: (typeof FORMATS)[number][]) =>
  formats.flatMap((format) => sizes.map((size) => `${size}.${format}`))

const LARGE = ['hd', 'md', 'sm', 'xs'] as const
const MIDDLE = ['md', 'hd', 'sm', 'xs'] as const
const SMALL = ['sm', 'md', 'xs', 'hd'] as const
const SMALLEST = ['xs', 'sm', 'md', 'hd'] as const

const moving = (sizes: typeof LARGE | typeof MIDDLE | typeof SMALL | typeof SMALLEST) => ({
  // A meme that does not move has no GIF.
  url: of(sizes, 'gif', 'png', 'jpg'),
  webp: of(sizes, 'webp'),
  mp4: of(sizes, 'mp4'),
  webm: of(sizes, 'webm'),
})
const still = (sizes: typeof LARGE | typeof SMALL | typeof SMALLEST) => ({ url: of(sizes, 'jpg', 'png') })

/** KLIPY's files that our renditions are made of (`docs/wire.md`, Adapters), the nearest size where one is missing. */
const RENDITIONS: Renditions = {
  original: moving(LARGE),
  original_still: still(LARGE),
  downsized: moving(MIDDLE),
  downsized_medium: moving(MIDDLE),
  fixed_width: moving(SMALL),
  fixed_width_still: still(SMALL),
  fixed_height: moving(SMALL),
  fixed_height_still: still(SMALL),
  fixed_width_small: moving(SMALLEST),
  fixed_width_small_still: still(SMALLEST),
  fixed_height_small: moving(SMALLEST),
  fixed_height_small_still: still(SMALLEST),
}

const FileSchema = v.object({
  url: v.pipe(Url, v.minLength(1)),
  width: Whole,
  height: Whole,
  size: Whole,
})

/** Files by size and format, as `hd.gif`; a clip's, which has one size, have their numbers elsewhere. */
function filesOf(file: unknown, meta: unknown): UpstreamFiles {
  const files = new Map<string, UpstreamFile>()
  const add = (name: string, raw: unknown) => {
    const found = v.safeParse(FileSchema, raw)
    if (found.success) files.set(name, found.output)
  }
  for (const format of FORMATS) {
    const url = fieldOf(file, format)
    const own = fieldOf(meta, format)
    const numbers = isObject(own) ? own : meta
    const of = (name: string) => fieldOf(numbers, name) ?? 0
    if (typeof url === 'string')
      add(`hd.${format}`, { url, width: of('width'), height: of('height'), size: of('size') })
    for (const size of SIZES) add(`${size}.${format}`, fieldOf(fieldOf(file, size), format))
  }
  return files
}

const KINDS: Partial<Record<KlipyShelf, 'sticker' | 'video'>> = {
  stickers: 'sticker',
  emojis: 'sticker',
  clips: 'video',
}

const MAX_TAGS = 40
/** Advertising is HTML, which none of our pages takes in. */
const AD = 'ad'

/** An item of a shelf, in GIPHY's shape. It needs a slug and a file, and is no advertising; all else may be missing. */
export const klipyItemSchema = (shelf: KlipyShelf) =>
  v.pipe(
    v.object({
      slug: Text,
      type: v.pipe(Text, v.notValue(AD)),
      title: Line,
      tags: listOf(Name, MAX_TAGS),
      file: v.unknown(),
      file_meta: v.optional(v.unknown()),
    }),
    v.transform(({ slug, title, tags, file, file_meta }) => {
      const files = filesOf(file, file_meta)
      return { id: idOf(shelf, slug), title, tags, files, duration: fieldOf(file_meta, 'duration') }
    }),
    v.check(({ id, files }) => id !== undefined && files.size > 0),
    v.transform(({ id = '', title, tags, files, duration }) =>
      itemJson({
        id,
        kind: KINDS[shelf] ?? 'gif',
        slug: '',
        url: '',
        short: '',
        title,
        alt: title,
        tags,
        created: 0,
        duration: v.parse(Whole, duration),
        images: imagesOf(files, RENDITIONS),
      }),
    ),
  )

import * as v from 'valibot'
import { Line, listOf, Text, Url, Whole } from '../../../../shared/schema/text.ts'
import { type File, type Files, imagesOf, itemJson, type Renditions } from '../item.ts'
import { fieldOf, isRecord, Name } from '../lenient.ts'
import { idOf, type Shelf } from './klipy-id.ts'

const SIZES = ['hd', 'md', 'sm', 'xs'] as const
const FORMATS = ['gif', 'webp', 'mp4', 'jpg', 'png'] as const

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
function filesOf(file: unknown, meta: unknown): Files {
  const files = new Map<string, File>()
  const add = (name: string, raw: unknown) => {
    const found = v.safeParse(FileSchema, raw)
    if (found.success) files.set(name, found.output)
  }
  for (const format of FORMATS) {
    const url = fieldOf(file, format)
    const own = fieldOf(meta, format)
    const numbers = isRecord(own) ? own : meta
    const of = (name: string) => fieldOf(numbers, name) ?? 0
    if (typeof url === 'string')
      add(`hd.${format}`, { url, width: of('width'), height: of('height'), size: of('size') })
    for (const size of SIZES) add(`${size}.${format}`, fieldOf(fieldOf(file, size), format))
  }
  return files
}

const KINDS: Partial<Record<Shelf, 'sticker' | 'video'>> = {
  stickers: 'sticker',
  emojis: 'sticker',
  clips: 'video',
}

const MAX_TAGS = 40
/** Advertising is HTML, which no page of ours takes in. */
const AD = 'ad'

/**
 * An item of a shelf of KLIPY's in GIPHY's shape. It must have a slug that an id of ours can stand for, and a file, and be no
 * advertising; whatever else is missing or wrong is empty.
 */
export const klipyItemSchema = (shelf: Shelf) =>
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

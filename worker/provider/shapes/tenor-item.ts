import * as v from 'valibot'
import { AnyId, Line, listOf, Url, Whole } from '../../../shared/schema/text.ts'
import {
  aList,
  fieldOf,
  imagesOf,
  itemJson,
  Name,
  type Renditions,
  type UpstreamFile,
  type UpstreamFiles,
} from './item.ts'

const SMALL = {
  url: ['tinygif_transparent', 'tinygif', 'gif'],
  webp: ['tinywebp_transparent', 'tinywebp'],
  mp4: ['tinymp4'],
  webm: ['tinywebm'],
} as const
const SMALL_STILL = { url: ['tinygifpreview', 'preview', 'gifpreview'] } as const
const TINY = {
  url: ['nanogif_transparent', 'nanogif', 'tinygif'],
  webp: ['nanowebp_transparent', 'nanowebp'],
  mp4: ['nanomp4'],
  webm: ['nanowebm'],
} as const
const TINY_STILL = { url: ['nanogifpreview', ...SMALL_STILL.url] } as const

/** Tenor's names of the files that our renditions are made of (`docs/wire.md`, Adapters). Cut-out files are a sticker's. */
const RENDITIONS: Renditions = {
  original: {
    url: ['gif_transparent', 'gif'],
    webp: ['webp_transparent', 'webp'],
    mp4: ['mp4'],
    webm: ['webm'],
  },
  original_still: { url: ['gifpreview_transparent', 'png_transparent', 'preview', 'gifpreview'] },
  downsized: { url: ['mediumgif', 'gif'] },
  downsized_medium: { url: ['mediumgif', 'gif'] },
  fixed_width: SMALL,
  fixed_width_still: SMALL_STILL,
  fixed_height: SMALL,
  fixed_height_still: SMALL_STILL,
  fixed_width_small: TINY,
  fixed_width_small_still: TINY_STILL,
  fixed_height_small: TINY,
  fixed_height_small_still: TINY_STILL,
  looping: { mp4: ['loopedmp4'] },
  preview: { mp4: TINY.mp4 },
}

const NAMES = new Set(Object.values(RENDITIONS).flatMap((sources) => Object.values(sources).flat()))

const FileSchema = v.pipe(
  v.object({ url: v.pipe(Url, v.minLength(1)), dims: listOf(Whole, 2), size: Whole }),
  v.transform(({ url, dims: [width = 0, height = 0], size }): UpstreamFile => ({ url, width, height, size })),
)

/** The files that we know, of anything. */
const FilesSchema = v.pipe(
  v.unknown(),
  v.transform((raw): UpstreamFiles => {
    const files = new Map<string, UpstreamFile>()
    for (const name of NAMES) {
      const file = v.safeParse(FileSchema, fieldOf(raw, name))
      if (file.success) files.set(name, file.output)
    }
    return files
  }),
)

const MAX = { tags: 40, slug: 200, flags: 20, cursor: 1024 } as const

// The documentation has a text with commas, and what is sent is a list.
const FlagsSchema = v.pipe(
  v.unknown(),
  v.transform((flags) => (typeof flags === 'string' ? flags.split(',', MAX.flags) : flags)),
  listOf(Line, MAX.flags),
)

/** The last part of the item's page, which is `{words}-{id}`. */
function slugOf(page: string, id: string): string {
  const slug = URL.parse(page)?.pathname.split('/').at(-1) ?? ''
  return slug.length <= MAX.slug && slug.endsWith(`-${id}`) && /^[\w-]+$/.test(slug) ? slug : ''
}

/** A result of Tenor's in GIPHY's shape. It needs an id that our paths can have, and a file; all else may be missing. */
export const TenorItemSchema = v.pipe(
  v.object({
    id: v.pipe(AnyId, v.regex(/^\w{1,64}$/)),
    title: Line,
    content_description: Line,
    itemurl: Url,
    url: Url,
    tags: listOf(Name, MAX.tags),
    flags: v.optional(FlagsSchema),
    created: Whole,
    media_formats: v.pipe(
      FilesSchema,
      v.check((files) => files.size > 0),
    ),
  }),
  v.transform(({ id, media_formats: files, flags = [], ...result }) => {
    const isCutOut = [...files.keys()].some((name) => name.endsWith('_transparent'))
    const alt = result.content_description || result.title
    return itemJson({
      id,
      kind: isCutOut || flags.includes('sticker') ? 'sticker' : 'gif',
      slug: slugOf(result.itemurl, id) || slugOf(result.url, id),
      url: result.itemurl || result.url,
      short: result.url || result.itemurl,
      title: result.title || alt,
      alt,
      tags: result.tags,
      created: result.created,
      duration: 0,
      images: imagesOf(files, RENDITIONS),
    })
  }),
)

const next = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  // '0' was the end in Tenor's version 1. A cursor is a short text.
  v.transform((cursor) => (cursor === '0' || cursor.length > MAX.cursor ? '' : cursor)),
)

/** A page of results; `next` is '' at the end. @param limit how many are read */
export const pageSchema = (limit: number) =>
  v.object({
    results: aList(TenorItemSchema, limit),
    next: v.fallback(v.optional(next, ''), ''),
  })

import { itemUrl } from '../../../shared/gif/item-path.ts'
import { safeHref } from '../../../shared/html.ts'
import type { UpstreamFile } from '../../provider/shapes/item.ts'
import {
  altOf,
  BY_SIZE,
  durationOf,
  type FileFormat,
  fileOf,
  findPicture,
  type Item,
  isClip,
  isStatic,
} from '../item.ts'

/** https://tc39.es/proposal-json-parse-with-source/ The language's own types do not have it yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object }

/** A number that JSON has with a point, also where it is whole: some clients' types are strict about it. */
const float = (number: number): unknown => (Number.isInteger(number) ? rawJSON(`${number}.0`) : number)

type Format = { names: readonly string[]; format: FileFormat; isStill?: boolean; of?: 'stickers' }

const still = (names: readonly string[]) => names.map((name) => `${name}_still`)
const HD = ['hd', ...BY_SIZE.large]

/** The files that each of Tenor's formats may be, the best first (`docs/wire.md`, Tenor v2). */
const FORMATS = {
  gif: { names: BY_SIZE.large, format: 'gif' },
  mediumgif: { names: BY_SIZE.medium, format: 'gif' },
  tinygif: { names: BY_SIZE.small, format: 'gif' },
  nanogif: { names: BY_SIZE.tiny, format: 'gif' },
  mp4: { names: HD, format: 'mp4' },
  loopedmp4: { names: ['looping'], format: 'mp4' },
  tinymp4: { names: BY_SIZE.small, format: 'mp4' },
  nanomp4: { names: BY_SIZE.tiny, format: 'mp4' },
  webm: { names: HD, format: 'webm' },
  tinywebm: { names: BY_SIZE.small, format: 'webm' },
  nanowebm: { names: BY_SIZE.tiny, format: 'webm' },
  webp: { names: BY_SIZE.large, format: 'webp' },
  preview: { names: still(BY_SIZE.large), format: 'gif', isStill: true },
  gifpreview: { names: still(BY_SIZE.large), format: 'gif', isStill: true },
  tinygifpreview: { names: still(BY_SIZE.small), format: 'gif', isStill: true },
  nanogifpreview: { names: still(BY_SIZE.tiny), format: 'gif', isStill: true },
  gif_transparent: { names: BY_SIZE.large, format: 'gif', of: 'stickers' },
  tinygif_transparent: { names: BY_SIZE.small, format: 'gif', of: 'stickers' },
  nanogif_transparent: { names: BY_SIZE.tiny, format: 'gif', of: 'stickers' },
  webp_transparent: { names: BY_SIZE.large, format: 'webp', of: 'stickers' },
  tinywebp_transparent: { names: BY_SIZE.small, format: 'webp', of: 'stickers' },
  nanowebp_transparent: { names: BY_SIZE.tiny, format: 'webp', of: 'stickers' },
  gifpreview_transparent: { names: still(BY_SIZE.large), format: 'gif', isStill: true, of: 'stickers' },
  webppreview_transparent: { names: still(BY_SIZE.large), format: 'webp', isStill: true, of: 'stickers' },
  tinywebppreview_transparent: { names: still(BY_SIZE.small), format: 'webp', isStill: true, of: 'stickers' },
  nanowebppreview_transparent: { names: still(BY_SIZE.tiny), format: 'webp', isStill: true, of: 'stickers' },
  png_transparent: { names: BY_SIZE.large, format: 'png', of: 'stickers' },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]

/** Sets of formats that Tenor's first clients ask for. */
export const SETS = {
  basic: ['nanomp4', 'tinygif', 'tinymp4', 'gif', 'mp4', 'nanogif'],
  minimal: ['tinygif', 'gif', 'mp4'],
} as const satisfies Record<string, readonly FormatName[]>

/** Clients read these without a look. */
const ALWAYS: readonly FormatName[] = ['gif', 'tinygif']

type MediaObject = { url: string; dims: [number, number]; duration: unknown; size: number; preview: '' }

/** An item's files by Tenor's names: of `wanted` or all, and always `gif` and `tinygif`. Undefined without a picture. */
function mediaFormats(item: Item, wanted?: readonly FormatName[]) {
  const whole = findPicture(item, BY_SIZE.large)
  if (!whole) return undefined
  const seconds = durationOf(item)
  const toMedia = ({ url, width, height, size }: UpstreamFile, isStill: boolean): MediaObject => ({
    url,
    dims: [width, height],
    duration: float(isStill ? 0 : seconds),
    size,
    preview: '',
  })
  const entries = FORMAT_NAMES.flatMap((name) => {
    const isAlways = ALWAYS.includes(name)
    const { names, format, isStill = false, of }: Format = FORMATS[name]
    if (!isAlways && wanted && !wanted.includes(name)) return []
    if (of === 'stickers' && !item.is_sticker) return []
    const file = fileOf(item, names, format) ?? (isAlways ? findPicture(item, names) : undefined)
    return file ? [[name, toMedia(file, isStill)] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Seconds since 1970 of a time in UTC, `YYYY-MM-DD HH:MM:SS`; 0 where no one knows. */
function unixTime(time: string): number {
  const ms = Date.parse(`${time.replace(' ', 'T')}Z`)
  return Number.isFinite(ms) && ms > 0 ? ms / 1000 : 0
}

const flagsOf = (item: Item): string[] => [
  ...(item.is_sticker ? ['sticker'] : []),
  ...(item.is_sticker && isStatic(item) ? ['static'] : []),
]

/**
 * Items as Tenor's results (`docs/wire.md`, Tenor v2). One without a picture is left out: no client can show it.
 * @param publicUrl scheme and host of our own, for items without an address of the provider's.
 */
export function toResults(items: readonly Item[], publicUrl: string, wanted?: readonly FormatName[]) {
  return items.flatMap((item) => {
    const media_formats = mediaFormats(item, wanted)
    if (!media_formats) return []
    const { id, title, tags, type, import_datetime, bitly_url } = item
    const itemurl = itemUrl({ ...item, images: {}, video: undefined }, publicUrl)
    return [
      {
        id,
        title,
        media_formats,
        created: float(unixTime(import_datetime)),
        content_description: altOf(item),
        itemurl,
        url: safeHref(bitly_url) ?? itemurl,
        tags,
        flags: flagsOf(item),
        hasaudio: isClip(item),
        hascaption: type === 'text',
        bg_color: '',
      },
    ]
  })
}

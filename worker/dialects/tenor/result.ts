import { itemUrl } from '../../../shared/gif/item-path.ts'
import { safeHref } from '../../../shared/html.ts'
import { float } from '../float.ts'
import { altOf, type Item, isClip, isStatic } from '../item.ts'
import { type FormatName, mediaFormats } from './media-formats.ts'

/** Seconds since 1970 of a time in UTC, `YYYY-MM-DD HH:MM:SS`; 0 where nobody knows. */
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

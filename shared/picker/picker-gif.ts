import { altText } from '../gif/gif-texts.ts'
import { embedPath, itemUrl } from '../gif/item-path.ts'
import { slimGif } from '../gif/slim-gif.ts'
import { escapeHtml, safeHref } from '../html.ts'
import { own } from '../own.ts'
import { intrinsicSize } from '../picture/renditions.ts'
import type { Gif, Rendition } from '../schema/gif.ts'
import type { PickedGif, PickedRendition } from './picked-gif.ts'

/** A GIF with what the picker shows and hands out: a tile's fields, and each of its renditions with its MP4. */
export function pickableGif(gif: Gif): Gif {
  const slim = slimGif(gif)
  const images = Object.keys(slim.images).map((name) => [name, own(gif.images, name)] as const)
  return { ...slim, images: Object.fromEntries(images) }
}

/** The GIF as its host gets it (`docs/contract.md`, Messages). `publicUrl` is the origin of pages of items that come without a URL. */
export function pickedGif(gif: Gif, publicUrl: string): PickedGif {
  const { id, title, is_sticker, images } = gif
  return {
    id,
    type: is_sticker ? 'sticker' : 'gif',
    title,
    alt: altText(gif),
    url: itemUrl(gif, publicUrl),
    embed: publicUrl + embedPath(gif),
    ...intrinsicSize(images),
    images: Object.fromEntries(
      Object.entries(images).flatMap(([name, image]) =>
        image ? [[name, renditionOf(image, publicUrl)]] : [],
      ),
    ),
  }
}

const renditionOf = (
  { url, avif, webp, mp4, width, height }: Rendition,
  publicUrl: string,
): PickedRendition => ({
  ...addresses({ url, avif, webp, mp4 }, publicUrl),
  ...(width > 0 && height > 0 && { width, height }),
})

/** Absolute and of the web: a host may put them where we do not look. */
const addresses = (all: Record<string, string>, publicUrl: string) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, address]) => {
      const url = address && URL.canParse(address, publicUrl) && safeHref(new URL(address, publicUrl).href)
      return url ? [[name, url]] : []
    }),
  )

/** The address of the moving picture itself: what a link to the file, or its copy, is of. */
export function fileUrl({ images, url }: PickedGif): string {
  const { original, ...others } = images
  const file = [original, ...Object.values(others)].find((image) => image?.url ?? image?.webp)
  return file?.url ?? file?.webp ?? url
}

/** A picture in Markdown, which shows the moving picture wherever it is pasted. https://spec.commonmark.org/0.31.2/#images */
export const markdownOf = (gif: PickedGif): string =>
  `![${inBrackets(gif.alt)}](<${fileUrl(gif).replace(/[<>]/g, encodeURIComponent)}>)`

// A backslash makes every mark of punctuation a plain one: https://spec.commonmark.org/0.31.2/#backslash-escapes
const inBrackets = (text: string): string => text.replace(/[\\[\]<>`*_!&]/g, '\\$&')

/** What is dragged out of the picker, by its type: a link, and a picture where the place takes one. */
export function draggedData(gif: PickedGif): Readonly<Record<string, string>> {
  const file = fileUrl(gif)
  return {
    'text/uri-list': file,
    'text/plain': file,
    'text/html': `<img src="${escapeHtml(file)}" alt="${escapeHtml(gif.alt)}" width="${gif.width}" height="${gif.height}">`,
  }
}

/** Finds emoji by their own words: the API lists them, and has no search for them (§7). Each word of `q` must begin one. */
export function emojiNamed(gifs: readonly Gif[], q: string): Gif[] {
  const wanted = wordsOf(q)
  return gifs.filter((gif) => {
    const own = wordsOf([gif.title, gif.alt_text, gif.slug, ...gif.tags].join(' '))
    return wanted.every((word) => own.some((one) => one.startsWith(word)))
  })
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

import * as v from 'valibot'
import { lenient, MediaUrl, Url, Whole } from '../schema/text.ts'

/** What an item's page tells of its files beyond what lists read of them. Sizes are bytes; 0 is unknown, as '' is. */
const OriginalSchema = v.object({
  url: MediaUrl,
  avif: MediaUrl,
  webp: MediaUrl,
  mp4: MediaUrl,
  webm: MediaUrl,
  mov: MediaUrl,
  size: Whole,
  avif_size: Whole,
  webp_size: Whole,
  mp4_size: Whole,
  webm_size: Whole,
  mov_size: Whole,
  width: Whole,
  height: Whole,
  frames: Whole,
})
const StillSchema = v.object({ url: MediaUrl, webp: MediaUrl, size: Whole, webp_size: Whole })

const PictureSchema = lenient(
  v.object({ url: MediaUrl, mp4: MediaUrl, size: Whole, width: Whole, height: Whole }),
)

export const ItemFactsSchema = v.object({
  data: v.object({
    source: Url,
    images: v.object({
      original: lenient(OriginalSchema),
      original_still: lenient(StillSchema),
      downsized_large: PictureSchema,
      downsized: PictureSchema,
      fixed_height: PictureSchema,
      fixed_width: PictureSchema,
    }),
  }),
})
export type ItemFacts = v.InferOutput<typeof ItemFactsSchema>['data']

/** A file of an item, to link to and to keep. */
export type ItemFile = {
  format: 'GIF' | 'AVIF' | 'WebP' | 'MP4' | 'WebM' | 'MOV' | 'PNG' | 'still'
  url: string
  bytes: number
}

const formatOf = (url: string): 'GIF' | 'WebP' | 'PNG' =>
  /\.png(?:[?#]|$)/i.test(url) ? 'PNG' : /\.webp(?:[?#]|$)/i.test(url) ? 'WebP' : 'GIF'

/** The files of an item in the order they are offered, each address once. */
export function itemFiles({ images: { original, original_still: still } }: ItemFacts): ItemFile[] {
  const all: ItemFile[] = []
  const add = (format: ItemFile['format'], url = '', bytes = 0) => {
    if (url && !all.some((file) => file.url === url)) all.push({ format, url, bytes })
  }
  // Without a picture a rendition's `url` is its film's.
  if (original?.url !== original?.mp4) add(formatOf(original?.url ?? ''), original?.url, original?.size)
  add('AVIF', original?.avif, original?.avif_size)
  add('WebP', original?.webp, original?.webp_size)
  add('MP4', original?.mp4, original?.mp4_size)
  add('WebM', original?.webm, original?.webm_size)
  add('MOV', original?.mov, original?.mov_size)
  add('still', still?.url || still?.webp, still?.url ? still.size : still?.webp_size)
  return all
}

/** Bytes. Sites that show a preview skip what is heavier, or load it for all who scroll by. */
const PREVIEW_MAX = 1_500_000
const PREVIEWED = ['original', 'downsized_large', 'downsized', 'fixed_height', 'fixed_width'] as const

/** The largest animated picture for previews on other sites; undefined where none is known to be light enough. */
export const previewOf = (facts: ItemFacts | undefined) =>
  PREVIEWED.map((name) => facts?.images[name]).find(
    (picture) =>
      picture?.url && picture.url !== picture.mp4 && picture.size > 0 && picture.size <= PREVIEW_MAX,
  )

type Linked = { title: string; pageUrl: string; pictureUrl: string }

/** A picture that links to the item's page, in Markdown (https://spec.commonmark.org/0.31.2/#images). */
export const linkedMarkdown = ({ title, pageUrl, pictureUrl }: Linked): string =>
  `[![${title.replace(/[\\[\]`*_<>]/g, '\\$&').replace(/\s+/g, ' ')}](${bare(pictureUrl)})](${bare(pageUrl)})`

/** The same in BBCode, which has no alternative text. */
export const linkedBbcode = ({ pageUrl, pictureUrl }: Linked): string =>
  `[url=${bare(pageUrl)}][img]${bare(pictureUrl)}[/img][/url]`

// What would end an address in either.
const bare = (url: string): string =>
  url.replace(
    /[\s()[\]<>\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

import * as v from 'valibot'
import { endOfPage } from '../../shared/client/paginator.ts'
import { slimGif, slimJson } from '../../shared/gif/slim-gif.ts'
import { originsIn } from '../../shared/picture/origins.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { GifListSchema } from '../../shared/schema/provider-response.ts'

const encoder = new TextEncoder()

/** A page of GIFs for the tiles, and as JSON for the script that adds more of them. */
export type TilePage = {
  gifs: readonly Gif[]
  /** The same GIFs as JSON that is safe in HTML, encoded. */
  json: Uint8Array
  /** The next page's offset, and whether this page is the last. */
  offset: number
  done: boolean
  /** The words that were searched, where they are not those that were typed; else ''. */
  searchedFor: string
  /** The origins of the pictures. */
  origins: readonly string[]
}

/** The list of a widget whose list could not be read. */
export const NO_TILES: TilePage = {
  gifs: [],
  json: encoder.encode('[]'),
  offset: 0,
  done: false,
  searchedFor: '',
  origins: [],
}

/** Reads a response. The cache calls it once per copy, because it costs as much as rendering a page. */
export const toTilePage = (page: unknown): TilePage => tilePageOf(page, slimGif)

/** The same with other fields of each GIF. */
export function tilePageOf(page: unknown, slim: (gif: Gif) => Gif): TilePage {
  const { data, pagination, meta } = v.parse(GifListSchema, page)
  const visible = new Map(data.map((gif) => [gif.id, slim(gif)]))
  const gifs = [...visible.values()]
  return {
    gifs,
    json: tileJson(gifs),
    ...endOfPage({ data, pagination }, pagination?.offset ?? 0),
    searchedFor: meta.searched_for,
    origins: originsOf(gifs),
  }
}

/** GIFs as JSON that is safe in HTML, encoded. */
export const tileJson = (gifs: readonly Gif[]): Uint8Array =>
  encoder.encode(JSON.stringify(gifs.map(slimJson)).replaceAll('<', '\\u003c'))

function originsOf(gifs: readonly Gif[]): string[] {
  const urls = gifs.flatMap(({ images, user }) => [
    user?.avatar_url,
    ...Object.values(images).flatMap((rendition) => [rendition?.url, rendition?.avif, rendition?.webp]),
  ])
  return originsIn(urls)
}

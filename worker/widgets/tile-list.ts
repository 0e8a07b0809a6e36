import * as v from 'valibot'
import { endOfPage } from '../../shared/client/paginator.ts'
import { slimGif, slimJson } from '../../shared/gif/slim-gif.ts'
import { originIn } from '../../shared/picture/origin-in.ts'
import { GifListSchema } from '../../shared/schema/answer.ts'
import type { Gif } from '../../shared/schema/gif.ts'

const encoder = new TextEncoder()

/** A page of GIFs as tiles show them, and as JSON for the script that goes on with them. */
export type TileList = {
  gifs: readonly Gif[]
  /** The same GIFs as JSON that may stand in a page, encoded. */
  json: Uint8Array
  /** Where the next page begins, and whether there is one. */
  offset: number
  done: boolean
  /** The origins that its pictures come from. */
  origins: readonly string[]
}

/** What a list is that could not be read. */
export const NO_TILES: TileList = {
  gifs: [],
  json: encoder.encode('[]'),
  offset: 0,
  done: false,
  origins: [],
}

/** Makes a page of tiles from an answer's text; once per copy in the cache, because it is worth a page's rendering. */
export function toTileList(body: string): TileList {
  const { data, pagination } = v.parse(GifListSchema, JSON.parse(body))
  const shown = new Map(data.filter((gif) => !gif.is_removed).map((gif) => [gif.id, slimGif(gif)]))
  const gifs = [...shown.values()]
  const json = encoder.encode(JSON.stringify(gifs.map(slimJson)).replaceAll('<', '\\u003c'))
  return { gifs, json, ...endOfPage({ data, pagination }, pagination?.offset ?? 0), origins: originsOf(gifs) }
}

function originsOf(gifs: readonly Gif[]): string[] {
  const urls = gifs.flatMap(({ images, user }) => [
    user?.avatar_url,
    ...Object.values(images).flatMap((rendition) => [rendition?.url, rendition?.webp]),
  ])
  return [...new Set(urls.flatMap((url) => originIn(url) ?? []))]
}

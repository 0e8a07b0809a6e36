import { parse } from 'valibot'
import type { GifPage } from '../../shared/client/paginator.ts'
import { fullGif, slimGif } from '../../shared/gif/slim-gif.ts'
import { GifListSchema } from '../../shared/schema/provider-response.ts'
import { fetchOwn } from '../dom/own-api.ts'
import type { FirstPage } from '../model/widget-model.ts'

/** ms. A response that takes longer is a failure, so no loader spins for ever. */
const PATIENCE_MS = 10_000

/** A page of GIFs from our own API. Rejects for a bad response of any kind. */
export async function readGifs(url: string): Promise<GifPage> {
  // No header of our own: in a sandboxed frame it would cost a preflight.
  const response = await fetchOwn(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`The GIFs answered ${response.status}`)
  const { data, pagination, meta } = parse(GifListSchema, await response.json())
  // §7: a body without a response id is synthetic, which is a failure.
  if (!meta.response_id) throw new Error('The GIFs are a synthetic response')
  return { data, pagination, searchedFor: meta.searched_for }
}

/** The same for tiles, at most `limit` of them. */
export async function fetchGifs(url: string, limit: number): Promise<GifPage> {
  const { data, pagination } = await readGifs(url)
  return { data: data.slice(0, limit).map(slimGif), pagination }
}

/** What a list begins with, of the page that the server fetched. */
export const startWith = ({ gifs, ...first }: FirstPage) => ({ ...first, gifs: gifs.map(fullGif) })

import { EMBED_GRID } from '../../../shared/limits.ts'

/** How many related GIFs are fetched at an offset: 6 first, then 12 (§7, §9). */
export const relatedLimit = (offset: number): number =>
  offset === 0 ? EMBED_GRID.firstPage : EMBED_GRID.page

/** §7 `{gifs|stickers}/related`, on our own host, which holds the key. */
export function relatedUrl(id: string, sticker: boolean, offset = 0): string {
  const query = new URLSearchParams({
    gif_id: id,
    limit: String(relatedLimit(offset)),
    offset: String(offset),
  })
  return `/v1/${sticker ? 'stickers' : 'gifs'}/related?${query}`
}

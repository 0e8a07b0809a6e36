/** How many GIFs a list has: the library has fewer than a heap is measured with. */
const TOTAL = 250

type Gif = { id: string }

/**
 * Answers trending and search with lists of 250 GIFs, made of the library's by repeating them under other ids. A search
 * has them in the opposite order, so that its first result is not on the page yet.
 * @param base the product's origin
 * @param shown the origin in the addresses of pictures
 */
export async function longLists(base: string, shown: string) {
  const pages = await Promise.all(
    [0, 50].map(async (offset) => {
      const response = await fetch(`${base}/v1/gifs/trending?limit=50&offset=${offset}`)
      const text = (await response.text()).replaceAll(base, shown)
      return (JSON.parse(text) as { data: Gif[] }).data
    }),
  )
  const trending = pages.flat()
  const found = trending.toReversed()
  const gifAt = (gifs: Gif[], at: number) => {
    const round = Math.floor(at / gifs.length)
    const gif = gifs[at % gifs.length]
    return gif && round > 0 ? { ...gif, id: `${gif.id}x${round}` } : gif
  }
  const answer = (path: string): string | undefined => {
    const { pathname, searchParams } = new URL(path, base)
    const gifs = { '/v1/gifs/trending': trending, '/v1/gifs/search': found }[pathname]
    if (!gifs) return undefined
    const offset = Number(searchParams.get('offset') ?? 0)
    const count = Math.min(Number(searchParams.get('limit') ?? 25), TOTAL - offset)
    return JSON.stringify({
      data: Array.from({ length: count }, (_, at) => gifAt(gifs, offset + at)),
      pagination: { offset, count, total_count: TOTAL },
      meta: { status: 200, msg: 'OK', response_id: 'bench' },
    })
  }
  return { answer, firstFound: found[0]?.id ?? '' }
}

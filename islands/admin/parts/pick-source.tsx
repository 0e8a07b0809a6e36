import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ITEM_TYPES, type ItemType, type Rating, SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import { client, provider, useAdmin } from '../admin.tsx'
import { SmallPicture, Thumbnail } from './elements.tsx'
import { optionsOf } from './form.tsx'
import { wantedOf } from './items.tsx'

/** What is looked for; '' for any. */
export type Wanted = { q: string; type: string; rating: string }

/** An item to choose. */
export type Found = { id: string; title: string; picture: ReactNode }
type FoundPage = { items: Found[]; next: number | undefined }

type Read = (
  wanted: Wanted,
  page: { limit: number; offset: number },
  signal: AbortSignal,
) => Promise<FoundPage>

/** How many items are read at once. */
const LIMIT = 48

/** All items of our library, hidden ones too, the newest first. */
const readLibrary: Read = async ({ q, type, rating }, page, signal) => {
  const asked = { ...(type && { type: type as ItemType }), ...(rating && { rating: rating as Rating }) }
  const { results = [] } = (await client.allGifs({ ...wantedOf(q), ...asked, ...page }, { signal })) ?? {}
  return {
    items: results.map((item) => ({
      id: item.id,
      title: item.title || item.id,
      picture: <Thumbnail item={item} />,
    })),
    next: results.length === page.limit ? page.offset + page.limit : undefined,
  }
}

/** What visitors find at the provider. */
const readProvider: Read = async ({ q, type, rating }, page, signal) => {
  const { gif, q: words } = { gif: undefined, q: undefined, ...wantedOf(q) }
  const shelf = { type: type as (typeof SEARCHED_TYPES)[number], ...page }
  const asked = { ...shelf, ...(rating && { rating: rating as Rating }) }
  const found = gif
    ? await provider.gifs({ ids: gif }, { signal })
    : await (words
        ? provider.search({ ...asked, q: words }, { signal })
        : provider.trending(asked, { signal }))
  const end = page.offset + page.limit
  return {
    items: (found?.data ?? []).map((each) => ({
      id: each.id,
      title: each.title || each.id,
      picture: <SmallPicture gif={each} />,
    })),
    next: !gif && end < (found?.pagination?.total_count ?? 0) ? end : undefined,
  }
}

/** The items that are looked for, as a query of pages. */
export function useFound(wanted: Wanted) {
  const { hasOwnItems } = useAdmin()
  const read = hasOwnItems ? readLibrary : readProvider
  return useInfiniteQuery({
    queryKey: ['library', 'pick', wanted],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => read(wanted, { limit: LIMIT, offset }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
}

/** The kinds of items to choose among, the usual one first. */
export function useKinds() {
  const { texts, hasOwnItems } = useAdmin()
  const { common, library, schedule } = texts
  if (hasOwnItems) return [{ value: '', label: common.all }, ...optionsOf(ITEM_TYPES, library)]
  const names = { gifs: schedule.gif, stickers: schedule.sticker, text: library.text }
  return optionsOf(SEARCHED_TYPES, names)
}

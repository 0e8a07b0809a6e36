import { signal } from '@preact/signals-core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { en } from '../../shared/texts/en.data.ts'
import { TILE_DEFAULTS } from '../../shared/widgets/element-options.data.ts'
import type { ListSource } from '../list/endless-list.tsx'
import type { ListOptions } from '../list/tile-list.tsx'
import type { GifCallbacks, GifLike, ListProps, TileOptions } from './props.ts'
import { createTileObserver } from './tile-callbacks.ts'
import { pageUrl, toTileGif } from './tile-gif.ts'

/** Props may be written in place: the last ones count, and no tile is drawn again for them. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

type Props<G extends GifLike> = TileOptions & GifCallbacks<G>

/** What all components of the package derive from their props. `ownOf` finds the partner's GIF by its id. */
export function useTileOptions<G extends GifLike>(props: Props<G>, ownOf: (id: string) => G | undefined) {
  const latest = useLatest(props)
  const { host, user, texts } = props
  // One that is `undefined` or `null` is not given.
  const given = Object.fromEntries(Object.entries(props).filter(([, value]) => value != null))
  const values: typeof TILE_DEFAULTS = { ...TILE_DEFAULTS, ...given }
  const { noLink } = values
  const observe = useMemo(
    () => createTileObserver({ host, user: user?.id }, ownOf, () => latest.current),
    [host, user?.id, ownOf, latest],
  )
  const hrefOf = useMemo<ListOptions['hrefOf']>(
    () => (noLink ? undefined : (gif) => pageUrl(gif, host)),
    [noLink, host],
  )
  const words = useMemo(() => ({ ...en, none: en.nothing, ...texts }), [texts])
  return {
    ...values,
    observe,
    hrefOf,
    texts: words,
    motion: useMotion(props.paused),
    pressable: noLink && props.onGifClick !== undefined,
  }
}

const motionOf = (paused: boolean | undefined) => (paused === undefined ? 'auto' : paused ? 'still' : 'play')

function useMotion(paused: boolean | undefined): ListOptions['motion'] {
  const [motion] = useState(() => signal<ReturnType<typeof motionOf>>(motionOf(paused)))
  useEffect(() => {
    motion.value = motionOf(paused)
  }, [motion, paused])
  return motion
}

/** The options of a list that a partner's page fetches itself. Its callbacks get its own GIFs, with all of their fields. */
export function useListOptions<G extends GifLike>(props: ListProps<G>): ListOptions & ListSource {
  const latest = useLatest(props)
  const own = useRef(new Map<string, G>())
  const ownOf = useCallback((id: string) => own.current.get(id), [])
  const fetchPage = useCallback<ListSource['fetchPage']>(
    async (offset) => {
      const { data, pagination } = await latest.current.fetchGifs(offset)
      for (const gif of data) if (!own.current.has(String(gif.id))) own.current.set(String(gif.id), gif)
      return { data: data.map((gif) => toTileGif(gif, latest.current.host)), pagination }
    },
    [latest],
  )
  const options = useTileOptions(props, ownOf)
  const { noResultsMessage } = props
  return {
    ...options,
    fetchPage,
    texts: noResultsMessage === undefined ? options.texts : { ...options.texts, none: noResultsMessage },
    start: {
      onFetched: (gifs) => latest.current.onGifsFetched?.(gifs.flatMap(({ id }) => ownOf(id) ?? [])),
      onError: (error) => latest.current.onGifsFetchError?.(error),
    },
  }
}

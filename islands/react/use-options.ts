import { type ReadonlySignal, signal } from '@preact/signals-core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { parse } from 'valibot'
import type { FetchPage } from '../../shared/client/paginator.ts'
import { itemUrl } from '../../shared/gif/item-path.ts'
import { slimGif } from '../../shared/gif/slim-gif.ts'
import { safeHref } from '../../shared/html.ts'
import { avatarUrl } from '../../shared/picture/avatar.ts'
import { type Gif, GifSchema } from '../../shared/schema/gif.ts'
import { en } from '../../shared/texts/en.data.ts'
import { TILE_DEFAULTS } from '../../shared/widgets/element-options.data.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import type { ListSource } from '../list/endless-list.tsx'
import type { ListOptions } from '../list/tile-list.tsx'
import type { Motion, TileObserver } from '../model/tiles.ts'
import { PLACEHOLDER } from '../ui/tile-picture.ts'
import type { GifCallbacks, GifLike, ListProps, TileOptions } from './props.ts'
import { createTileObserver } from './tile-callbacks.ts'

/** A partner's own GIF, as our tiles read it. Our default avatars are at our address alone. */
export function readGif(own: GifLike, host: string | undefined): Gif {
  const gif = slimGif(parse(GifSchema, own))
  const { user } = gif
  if (!user || user.avatar_url) return gif
  return { ...gif, user: { ...user, avatar_url: host ? host + avatarUrl(user) : PLACEHOLDER } }
}

type Props<G extends GifLike> = TileOptions & GifCallbacks<G>

/** What all components of the package derive from their props. `ownOf` finds the partner's GIF of a parsed one. */
export function useTileOptions<G extends GifLike>(props: Props<G>, ownOf: (gif: Gif) => G | undefined) {
  // Callbacks may be written in place: the last ones count, and no tile is drawn again for them.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { host, user, texts } = props
  const values = tileValues(props)
  const { noLink } = values
  const observe = useMemo<TileObserver>(
    () => createTileObserver({ host, user: user?.id }, ownOf, () => latest.current),
    [host, user?.id, ownOf],
  )
  const hrefOf = useMemo(
    // A GIF that neither says where its page is nor whose it is has none.
    () => (noLink ? undefined : (gif: Gif) => (host || safeHref(gif.url) ? itemUrl(gif, host ?? '') : '')),
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

/** The props over the defaults of the widgets; one that is `undefined` or `null` is not given. */
const tileValues = (props: Partial<TileValues>): TileValues => ({
  ...TILE_DEFAULTS,
  ...Object.fromEntries(Object.entries(props).filter(([, value]) => value != null)),
})

const motionOf = (paused: boolean | undefined): Motion =>
  paused === undefined ? 'auto' : paused ? 'still' : 'play'

function useMotion(paused: boolean | undefined): ReadonlySignal<Motion> {
  const [motion] = useState(() => signal<Motion>(motionOf(paused)))
  useEffect(() => {
    motion.value = motionOf(paused)
  }, [motion, paused])
  return motion
}

/** The options of a list that a partner's page fetches itself. Its callbacks get its own GIFs, with all of their fields. */
export function useListOptions<G extends GifLike>(props: ListProps<G>): ListOptions & ListSource {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const own = useRef(new Map<string, G>())
  const ownOf = useCallback((gif: Gif) => own.current.get(gif.id), [])
  const fetchPage = useCallback<FetchPage>(async (offset) => {
    const { data, pagination } = await latest.current.fetchGifs(offset)
    for (const gif of data) if (!own.current.has(String(gif.id))) own.current.set(String(gif.id), gif)
    return { data: data.map((gif) => readGif(gif, latest.current.host)), pagination }
  }, [])
  const options = useTileOptions(props, ownOf)
  const { noResultsMessage } = props
  return {
    ...options,
    fetchPage,
    texts: noResultsMessage === undefined ? options.texts : { ...options.texts, none: noResultsMessage },
    start: {
      onFetched: (gifs) => latest.current.onGifsFetched?.(gifs.flatMap((gif) => ownOf(gif) ?? [])),
      onError: (error) => latest.current.onGifsFetchError?.(error),
    },
  }
}

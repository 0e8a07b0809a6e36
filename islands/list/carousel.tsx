import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useCallback, useMemo, useRef } from 'react'
import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import type { Texts } from '../../shared/texts/en.ts'
import { ListEnd } from './list-end.tsx'
import type { ListOptions } from './list-options.ts'
import { rowPlaces } from './places/fluid-place.ts'
import { ScrollButtons } from './scroll-buttons.tsx'
import { TileList } from './tile-list.tsx'
import { useEndlessList } from './use-endless-list.ts'
import { useView } from './use-view.ts'

type CarouselOptions = ListOptions & {
  texts: ListOptions['texts'] & Pick<Texts, 'previous' | 'next'>
}

/** §2, §4 The carousel: a row of tiles. It loads more when its end comes into view, and stops silently when that fails. */
export function Carousel(options: CarouselOptions) {
  useSignals()
  const { height, placedByPage, texts } = options
  const row = useRef<HTMLDivElement>(null)
  const list = useEndlessList(options, FETCH_DEBOUNCE_MS.carousel)
  const view = useView(row, 'x')
  const gifs = list.gifs.value
  const places = useMemo(() => rowPlaces(gifs), [gifs])
  const box = useMemo(() => ({ height: height ?? USUAL_PX }), [height])
  const lead = useCallback((key: string, at: number) => MOVES[key]?.(at, gifs.length), [gifs.length])

  return (
    <div className="loop-carousel" style={placedByPage && !view.value ? undefined : styleOf(options)}>
      <div ref={row} className="loop-row">
        <TileList
          gifs={gifs}
          places={places}
          range={view.value?.range}
          sidePx={view.value?.height ?? height ?? USUAL_PX}
          box={box}
          options={options}
          onArrow={lead}
        />
        <ListEnd list={list} texts={texts} />
      </div>
      <ScrollButtons row={row} texts={texts} />
    </div>
  )
}

/** The height of the rendition that rows of up to 250 px show (§3 fixed_height). */
const USUAL_PX = 200

/** The tile that a key moves the focus to; none at either end, so that the page handles the key. */
const MOVES: Record<string, (at: number, count: number) => number | undefined> = {
  ArrowLeft: (at) => (at > 0 ? at - 1 : undefined),
  ArrowRight: (at, count) => (at >= 0 && at < count - 1 ? at + 1 : undefined),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

const styleOf = ({ height, gutter, borderRadius }: CarouselOptions) =>
  ({
    height,
    '--gutter': `${gutter}px`,
    '--radius': `${borderRadius}px`,
  }) as CSSProperties

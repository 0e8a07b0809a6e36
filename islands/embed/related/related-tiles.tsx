import type { Signal } from '@preact/signals-core'
import { useComputed, useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type SyntheticEvent, useCallback, useMemo, useRef, useState } from 'react'
import { itemUrl } from '../../../shared/gif/item-path.ts'
import { withTracking } from '../../../shared/gif/tracking.ts'
import { EMBED_GRID } from '../../../shared/limits.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { EndlessList } from '../../list/endless-list.ts'
import {
  type Masonry,
  type MasonryItem,
  masonryHeight,
  pack,
  resize,
  update,
} from '../../list/places/masonry.ts'
import { nextPlace } from '../../list/places/next-place.ts'
import type { EmbedModel } from '../../model/embed-model.ts'
import type { TileObserver } from '../../model/tile-observer.ts'
import { Tile } from '../../ui/tile.tsx'

type Props = {
  list: InstanceType<typeof EndlessList>
  width: Signal<number>
  tracking: string
  model: EmbedModel
}

/**
 * §2 The tiles in three columns. They stand still while the embed is paused, so that one button stops all motion. For the
 * Tab key they are one stop: arrows go from tile to tile, and beyond the last row they ask for more.
 */
export function RelatedTiles({ list, width, tracking, model }: Props) {
  useSignals()
  const last = useRef<Masonry>(undefined)
  const masonry = useComputed(() => {
    last.current = arrange(last.current, width.value, list.gifs.value.map(sizeOf))
    return last.current
  })
  const observe = useCallback<TileObserver>(
    (gif, tile, signal) => tile.addEventListener('click', () => model.report('grid-gif', gif.id), { signal }),
    [model],
  )
  const { places } = masonry.value
  const columnPx = places[0]?.width ?? 0
  const box = useMemo(() => ({ width: columnPx }), [columnPx])
  const [stop, setStop] = useState(0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextPlace(places, indexOf(event), event.key)
    const tile = next === undefined ? undefined : tileAt(event.currentTarget, next)
    if (!tile && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (!tile) list.fetchNow()
    // By itself the browser would bring it to the middle.
    tile?.focus({ preventScroll: true })
    tile?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <ul
      className="related-tiles"
      style={{ width: width.value, height: masonryHeight(masonry.value) }}
      onFocus={(event) => setStop(indexOf(event))}
      onKeyDown={onKeyDown}
    >
      {list.gifs.value.map((gif, at) => (
        // For tracking, which finds tiles by these (`islands/track/pingbacks/observe-tiles.ts`).
        <li key={gif.id} style={places[at]} data-gif={gif.id} data-payload={gif.analytics_response_payload}>
          <Tile
            gif={gif}
            href={withTracking(itemUrl(gif, location.origin), tracking)}
            box={box}
            motion={model.paused.value ? 'still' : 'play'}
            observe={observe}
            tabIndex={at === stop ? 0 : -1}
          />
        </li>
      ))}
    </ul>
  )
}

const tileAt = (tiles: Element, at: number) => tiles.children[at]?.querySelector<HTMLElement>('.loop-tile')

const indexOf = ({ currentTarget, target }: SyntheticEvent<Element>) =>
  [...currentTarget.children].findIndex((tile) => tile.contains(target as Element))

const sizeOf = ({ images }: Gif): MasonryItem => intrinsicSize(images)

/** Packs at first, moves everything to another width, else places what is new. */
function arrange(last: Masonry | undefined, width: number, items: readonly MasonryItem[]): Masonry {
  const { columns, gutterPx: gutter } = EMBED_GRID
  if (!last) return pack({ columns, gutter, width }, items)
  return width === last.grid.width ? update(last, items) : resize(last, width, items)
}

import type { Signal } from '@preact/signals-core'
import { useComputed, useSignals } from '@preact/signals-react/runtime'
import { useCallback, useMemo, useRef } from 'react'
import { itemUrl } from '../../../shared/gif/item-path.ts'
import { withTracking } from '../../../shared/gif/tracking-query.ts'
import { EMBED_GRID } from '../../../shared/limits.ts'
import { intrinsicSize } from '../../../shared/picture/rendition-source.ts'
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
import type { EmbedModel } from '../../model/embed-model.ts'
import type { TileObserver } from '../../model/tile-observer.ts'
import { Tile } from '../../ui/tile.tsx'

type Props = {
  list: InstanceType<typeof EndlessList>
  width: Signal<number>
  tracking: string
  model: EmbedModel
}

/** §2 The tiles in three columns. They stand still while the embed is paused, so that one button stops all motion. */
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

  return (
    <ul className="related-tiles" style={{ width: width.value, height: masonryHeight(masonry.value) }}>
      {list.gifs.value.map((gif, at) => (
        // For tracking, which finds tiles by these (`islands/track/pingbacks/observe-tiles.ts`).
        <li key={gif.id} style={places[at]} data-gif={gif.id} data-payload={gif.analytics_response_payload}>
          <Tile
            gif={gif}
            href={withTracking(itemUrl(gif, location.origin), tracking)}
            box={box}
            motion={model.paused.value ? 'still' : 'play'}
            observe={observe}
          />
        </li>
      ))}
    </ul>
  )
}

const sizeOf = ({ images }: Gif): MasonryItem => intrinsicSize(images)

/** Packs at first, moves everything to another width, else places what is new. */
function arrange(last: Masonry | undefined, width: number, items: readonly MasonryItem[]): Masonry {
  const { columns, gutterPx: gutter } = EMBED_GRID
  if (!last) return pack({ columns, gutter, width }, items)
  return width === last.grid.width ? update(last, items) : resize(last, width, items)
}

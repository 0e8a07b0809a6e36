import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useCallback, useMemo } from 'react'
import { intrinsicSize } from '../../shared/picture/renditions.ts'
import { Tile, tileProps } from '../ui/tile.tsx'
import type { GifComponent } from './props.ts'
import { toTileGif } from './tile-gif.ts'
import { useLatest, useTileOptions } from './use-options.ts'

/** §2 One tile, for a partner's own React page. */
export const Gif: GifComponent = (props) => {
  useSignals()
  const { gif: own, host, width, height } = props
  const gif = useMemo(() => toTileGif(own, host), [own, host])
  const latest = useLatest(own)
  const ownOf = useCallback(() => latest.current, [latest])
  const options = useTileOptions(props, ownOf)
  const size = intrinsicSize(gif.images)
  const high = height ?? Math.round((width * size.height) / size.width)
  const box = useMemo(() => ({ width }), [width])
  return (
    <div
      className="loopframe"
      style={{ width, height: high, '--radius': `${options.borderRadius}px` } as CSSProperties}
    >
      <Tile {...tileProps(gif, options)} box={box} />
    </div>
  )
}

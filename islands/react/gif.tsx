import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useCallback, useEffect, useMemo, useRef } from 'react'
import { intrinsicSize } from '../../shared/picture/renditions.ts'
import { tileProps } from '../list/tile-list.tsx'
import { Tile } from '../ui/tile.tsx'
import type { GifComponent } from './props.ts'
import { readGif, useTileOptions } from './use-options.ts'

/** §2 One tile, for a partner's own React page. */
export const Gif: GifComponent = (props) => {
  useSignals()
  const { gif: own, host, width, height } = props
  const gif = useMemo(() => readGif(own, host), [own, host])
  const latest = useRef(own)
  useEffect(() => {
    latest.current = own
  }, [own])
  const options = useTileOptions(
    props,
    useCallback(() => latest.current, []),
  )
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

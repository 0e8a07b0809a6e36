import { type Signal, signal } from '@preact/signals-core'
import { useEffect, useState } from 'react'
import { EMBED_GRID } from '../../../shared/limits.ts'
import { throttle } from '../../dom/throttle.ts'

/** §2 The related grid's width: the window's minus 30 px, taken again at most once per 500 ms; 0 until it is known. */
export function useGridWidth(): Signal<number> {
  const [width] = useState(() => signal(0))
  useEffect(() => {
    const measure = () => {
      width.value = Math.max(0, innerWidth - EMBED_GRID.widthInsetPx)
    }
    const onResize = throttle(measure, EMBED_GRID.resizeThrottleMs)
    measure()
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [width])
  return width
}

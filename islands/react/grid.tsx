import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import { useEndlessList } from '../list/endless-list.tsx'
import { TileGrid } from '../list/grid.tsx'
import type { GridComponent } from './props.ts'
import { useListOptions } from './use-options.ts'

/** §2 The grid, for a partner's own React page. */
export const Grid: GridComponent = (props) => {
  const options = useListOptions(props)
  const list = useEndlessList(options, FETCH_DEBOUNCE_MS.grid)
  return (
    <div className="loopframe">
      <TileGrid {...options} list={list} width={props.width} />
    </div>
  )
}

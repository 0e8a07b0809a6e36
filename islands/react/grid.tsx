import { Grid as GridOfTiles } from '../list/grid.tsx'
import type { GridComponent } from './props.ts'
import { useListOptions } from './use-list-options.ts'

/** §2 The grid, for a partner's own React page. */
export const Grid: GridComponent = (props) => {
  const options = useListOptions(props)
  return (
    <div className="loopframe">
      <GridOfTiles {...options} width={props.width} />
    </div>
  )
}

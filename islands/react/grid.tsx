import { Grid as GridOfTiles } from '../list/grid.tsx'
import { useListOptions } from './list-options.ts'
import type { GridComponent } from './props.ts'

/** §2 The grid, for a partner's own React page. */
export const Grid: GridComponent = (props) => {
  const options = useListOptions(props)
  return (
    <div className="loopframe">
      <GridOfTiles {...options} columns={props.columns ?? 'auto'} width={props.width} />
    </div>
  )
}

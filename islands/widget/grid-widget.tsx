import { useState } from 'react'
import { Grid } from '../grid/grid.tsx'
import { listOptionsOf } from './list-options-of.ts'
import type { WidgetModel } from './widget-model.ts'
import type { WidgetProps } from './widget-props.ts'

/** `/widgets/grid`: the grid over the list that its page's query names. */
export function GridWidget({ model, ...props }: WidgetProps & { model: WidgetModel }) {
  const [options] = useState(() => listOptionsOf(props, model))
  return <Grid {...options} columns={props.columns} />
}

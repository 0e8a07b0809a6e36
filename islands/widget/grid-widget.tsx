import { useState } from 'react'
import { Grid } from '../list/grid.tsx'
import type { WidgetModel } from '../model/widget-model.ts'
import { listOptionsOf } from './list-options-of.ts'
import type { WidgetProps } from './widget-props.ts'

/** `/widgets/grid`: the grid over the list that its page's query names. */
export default function GridWidget({ model, ...props }: WidgetProps & { model: WidgetModel }) {
  const [options] = useState(() => listOptionsOf(props, model))
  return <Grid {...options} />
}

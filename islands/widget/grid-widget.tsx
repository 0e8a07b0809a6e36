import { useState } from 'react'
import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import { useEndlessList } from '../list/endless-list.tsx'
import { TileGrid } from '../list/grid.tsx'
import type { WidgetModel } from '../model/widget-model.ts'
import type { WidgetProps } from './widget-list.ts'
import { listOptionsOf } from './widget-list.ts'

/** `/widgets/grid`: the grid over the list that its page's query names. */
export default function GridWidget({ model, ...props }: WidgetProps & { model: WidgetModel }) {
  const [options] = useState(() => listOptionsOf(props, model))
  const list = useEndlessList(options, FETCH_DEBOUNCE_MS.grid)
  return <TileGrid {...options} list={list} />
}

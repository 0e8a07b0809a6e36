import { useState } from 'react'
import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import { TileCarousel } from '../list/carousel.tsx'
import { useEndlessList } from '../list/endless-list.tsx'
import type { WidgetModel } from '../model/widget-model.ts'
import type { WidgetProps } from './widget-list.ts'
import { listOptionsOf } from './widget-list.ts'

/** `/widgets/carousel`: the carousel over the list that its page's query names. */
export default function CarouselWidget({ model, ...props }: WidgetProps & { model: WidgetModel }) {
  const [options] = useState(() => listOptionsOf(props, model))
  const list = useEndlessList(options, FETCH_DEBOUNCE_MS.carousel)
  return <TileCarousel {...options} list={list} />
}

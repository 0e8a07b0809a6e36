import { useState } from 'react'
import { Carousel } from '../list/carousel.tsx'
import type { WidgetModel } from '../model/widget-model.ts'
import { listOptionsOf } from './list-options-of.ts'
import type { WidgetProps } from './widget-props.ts'

/** `/widgets/carousel`: the carousel over the list that its page's query names. */
export default function CarouselWidget({ model, ...props }: WidgetProps & { model: WidgetModel }) {
  const [options] = useState(() => listOptionsOf(props, model))
  return <Carousel {...options} />
}

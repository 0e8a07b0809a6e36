import { en } from '../../shared/texts/en.ts'
import { Carousel as RowOfTiles } from '../list/carousel.tsx'
import type { CarouselComponent } from './props.ts'
import { useListOptions } from './use-list-options.ts'

/** The height of the smallest rendition that fills a row. */
const HEIGHT_PX = 200

/** §2 The carousel, for a partner's own React page. */
export const Carousel: CarouselComponent = (props) => {
  const options = useListOptions(props)
  return (
    <div className="loopframe">
      <RowOfTiles {...options} height={props.gifHeight ?? HEIGHT_PX} texts={{ ...en, ...options.texts }} />
    </div>
  )
}

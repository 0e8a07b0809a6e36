import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import { en } from '../../shared/texts/en.data.ts'
import { TileCarousel } from '../list/carousel.tsx'
import { useEndlessList } from '../list/endless-list.tsx'
import type { CarouselComponent } from './props.ts'
import { useListOptions } from './use-options.ts'

/** The height of the smallest rendition that fills a row. */
const HEIGHT_PX = 200

/** §2 The carousel, for a partner's own React page. */
export const Carousel: CarouselComponent = (props) => {
  const options = useListOptions(props)
  const list = useEndlessList(options, FETCH_DEBOUNCE_MS.carousel)
  const height = props.gifHeight ?? HEIGHT_PX
  return (
    <div className="loopframe">
      <TileCarousel {...options} list={list} height={height} texts={{ ...en, ...options.texts }} />
    </div>
  )
}

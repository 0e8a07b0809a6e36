import { tilePicture } from '../../../islands/ui/tile-picture.ts'
import { altText } from '../../../shared/gif/gif-texts.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import type { Gif } from '../../../shared/schema/gif.ts'

type Props = {
  gif: Gif
  /** What it fills, in CSS pixels; one of them alone keeps its ratio. */
  width?: number
  height?: number
  eager?: boolean
  alt?: string
}

/** A GIF that plays in a box; its still stands in where motion is unwanted, or the page's switch has stopped it. */
export function MovingPicture({ gif, width = 0, height = 0, eager = false, alt = altText(gif) }: Props) {
  const size = intrinsicSize(gif.images)
  const scale = Math.max(width / size.width, height / size.height)
  const wanted = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
  const moving = tilePicture(gif, wanted, false)
  const still = tilePicture(gif, wanted, true).src
  return (
    <picture>
      {still && <source data-still media="(prefers-reduced-motion: reduce)" srcSet={still} />}
      {moving.webp && <source type="image/webp" srcSet={moving.webp} />}
      <img
        src={moving.src || undefined}
        {...size}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}

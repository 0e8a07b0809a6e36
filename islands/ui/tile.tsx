import { memo, useEffect, useRef, useState } from 'react'
import { altText } from '../../shared/gif/alt-text.ts'
import { tileColour } from '../../shared/gif/tile-colour.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { watchView } from '../dom/watch-view.ts'
import { tilePicture } from './tile-picture.ts'

/** §2: until the tile is in view its picture is this, a transparent pixel. */
const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** A picture is fetched when this near, in CSS pixels: a row is there when it is scrolled to. */
const NEAR_PX = 120

export type TileProps = {
  gif: Gif
  /** The item's page, with the tracking query. */
  href: string
  width: number
  height: number
  /** Shows the still in the place of the animation. */
  still: boolean
  onOpen: (gif: Gif) => void
}

/** §2 A tile: the GIF as a link to its page, on one of five brand colours or, for a sticker, a checkerboard. */
export const Tile = memo(function Tile({ gif, href, width, height, still, onOpen }: TileProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !link.current) return
    return watchView(link.current, (inView) => inView && setNear(true), NEAR_PX)
  }, [near])

  const { webp, src } = near ? tilePicture(gif, { width, height }, still) : { webp: '', src: '' }
  const title = altText(gif)
  return (
    <a
      ref={link}
      className="tile"
      data-ground={gif.is_sticker ? 'sticker' : tileColour(gif.id)}
      href={href}
      target="_blank"
      rel="noopener"
      // For tracking, which finds tiles by these (`islands/track/watch-tiles.ts`).
      data-gif={gif.id}
      data-payload={gif.analytics_response_payload}
      onClick={() => onOpen(gif)}
    >
      <picture>
        {webp && <source type="image/webp" srcSet={webp} />}
        <img src={src || PLACEHOLDER} alt={title} loading="lazy" decoding="async" />
      </picture>
    </a>
  )
})

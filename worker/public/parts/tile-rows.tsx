import { tilePicture } from '../../../islands/ui/tile-picture.ts'
import { altText } from '../../../shared/gif/alt-text.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { intrinsicSize } from '../../../shared/picture/rendition-source.ts'
import { tileColour } from '../../../shared/picture/tile-colour.ts'
import { ratioStep } from '../../../shared/public/ratio-step.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { PageContext } from '../layout/page-context.ts'

type Props = { context: PageContext; gifs: readonly Gif[]; label: string; eager?: number }

/** The height of a row in CSS pixels (`tile-rows.css`): pictures are chosen for it. */
const ROW_PX = 200

/**
 * Tiles in justified rows: real links and lazy pictures in the order of the list, at any width, by style alone. The
 * first `eager` of them are in view when the page opens.
 */
export const TileRows = ({ context, gifs, label, eager = 0 }: Props) => (
  <ul className="tile-rows" aria-label={label}>
    {gifs.map((gif, at) => (
      <RowTile key={gif.id} context={context} gif={gif} eager={at < eager} />
    ))}
  </ul>
)

function RowTile({ context, gif, eager }: { context: PageContext; gif: Gif; eager: boolean }) {
  const size = intrinsicSize(gif.images)
  const wanted = { width: Math.round((ROW_PX * size.width) / size.height), height: ROW_PX }
  const moving = tilePicture(gif, wanted, false)
  const still = tilePicture(gif, wanted, true).src
  return (
    <li data-ratio={ratioStep(size)}>
      <a
        className="row-tile"
        data-ground={gif.is_sticker ? 'sticker' : tileColour(gif.id)}
        href={context.to(itemPath(gif))}
      >
        <picture>
          {still && <source data-still media="(prefers-reduced-motion: reduce)" srcSet={still} />}
          {moving.webp && <source type="image/webp" srcSet={moving.webp} />}
          <img
            src={moving.src}
            {...size}
            alt={altText(gif)}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        </picture>
      </a>
    </li>
  )
}

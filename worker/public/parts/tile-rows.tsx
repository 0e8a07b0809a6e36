import { altText } from '../../../shared/gif/gif-texts.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { tileColour } from '../../../shared/picture/avatar.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import { ratioStep } from '../../../shared/public/ratio-step.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { HeartIcon } from '../layout/icons.tsx'
import type { PageContext } from '../layout/page-context.ts'
import { MovingPicture } from './moving-picture.tsx'

type Props = {
  context: PageContext
  gifs: readonly Gif[]
  label: string
  eager?: number
  favorites?: boolean | undefined
}

/** The height of a row in CSS pixels (`tile-rows.css`): pictures are chosen for it. */
export const ROW_PX = 200

/**
 * Tiles in justified rows: real links and lazy pictures in the order of the list, at any width, by style alone. The
 * first `eager` of them are in view when the page opens. `favorites` have a button each, which takes them off the list.
 */
export const TileRows = ({ context, gifs, label, eager = 0, favorites }: Props) => (
  <ul className="tile-rows" aria-label={label}>
    {gifs.map((gif, at) => (
      <RowTile key={gif.id} context={context} gif={gif} eager={at < eager} favorites={favorites} />
    ))}
  </ul>
)

type RowTileProps = Pick<Props, 'context' | 'favorites'> & { gif: Gif; eager: boolean }

function RowTile({ context, gif, eager, favorites }: RowTileProps) {
  return (
    <li data-ratio={ratioStep(intrinsicSize(gif.images))}>
      <a
        className="row-tile"
        data-ground={gif.is_sticker ? 'sticker' : tileColour(gif.id)}
        href={context.to(itemPath(gif))}
      >
        <MovingPicture gif={gif} height={ROW_PX} eager={eager} />
      </a>
      {favorites && <TileFavorite context={context} id={gif.id} title={altText(gif)} />}
    </li>
  )
}

type TileFavoriteProps = { context: PageContext; id: string; title: string }

/** The button of a tile among favorites; its script is `islands/public/favorites.ts`. */
export const TileFavorite = ({ context, id, title }: TileFavoriteProps) => (
  <button
    type="button"
    className="tile-favorite"
    aria-pressed="true"
    aria-label={interpolate(context.texts.favoriteOf, { title })}
    data-favorite={id}
  >
    <HeartIcon />
  </button>
)

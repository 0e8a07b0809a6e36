import { tilePicture } from '../../../islands/ui/tile-picture.ts'
import { altText } from '../../../shared/gif/gif-texts.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { tileColour } from '../../../shared/picture/avatar.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import { ratioStep } from '../../../shared/public/ratio-step.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { HeartIcon } from './controls.tsx'
import type { PageContext } from './page-context.ts'

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

type MovingPictureProps = {
  gif: Gif
  /** What it fills, in CSS pixels; one of them alone keeps its ratio. */
  width?: number
  height?: number
  eager?: boolean
  alt?: string
}

/** A GIF that plays in a box; its still stands in where motion is unwanted, or the page's switch has stopped it. */
export function MovingPicture({
  gif,
  width = 0,
  height = 0,
  eager = false,
  alt = altText(gif),
}: MovingPictureProps) {
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

/** What is behind a picture until it is there. */
export const groundOf = (gif: Gif): string | number => (gif.is_sticker ? 'sticker' : tileColour(gif.id))

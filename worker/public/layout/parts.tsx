import { tilePicture, typedSources } from '../../../islands/ui/tile-picture.ts'
import { altText } from '../../../shared/gif/gif-texts.ts'
import { tileColour } from '../../../shared/picture/avatar.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import { type Paging, searchPath } from '../../../shared/public/browse-path.ts'
import { ratioStep } from '../../../shared/public/ratio-step.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { PageContext } from './page.ts'

const LineIcon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
    <path d={path} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

export const SearchIcon = () => (
  <LineIcon path="m20 20-4.6-4.6M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0" />
)
export const BackIcon = () => <LineIcon path="M19 12H5m6-6-6 6 6 6" />
export const ForthIcon = () => <LineIcon path="M5 12h14m-6-6 6 6-6 6" />
/** Filled where it is pressed, by style. */
export const HeartIcon = () => (
  <LineIcon path="M12 19.5S4.5 15 4.5 9.6A4.1 4.1 0 0 1 12 7a4.1 4.1 0 0 1 7.5 2.6c0 5.4-7.5 9.9-7.5 9.9z" />
)
export const FilmIcon = () => <LineIcon path="M4 6h16v12H4zm6 3.5v5l4.5-2.5z" />

/** The logo of `static/icon.svg`, inline: as a file it would cost a request. */
export const BrandMark = () => (
  <svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true">
    <rect width="64" height="64" rx="15" fill="#6d5efc" />
    <path
      d="M20 32a9 9 0 1 1 9 9c-3 0-5-1-7-3l20-12a9 9 0 1 1 1 12"
      fill="none"
      stroke="#fff"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

type CopyFieldProps = {
  id: string
  label: string
  value: string
  texts: Pick<PageContext['texts'], 'copy' | 'copied'>
  /** How many lines it shows: one is an `<input>`, more a `<textarea>`. */
  lines?: number
  labelHidden?: boolean
  /** §9 As what its copying is counted, on an item's page. */
  shareType?: 'link' | 'embed'
  /** There is nothing to copy now. */
  isOff?: boolean
}

/** §5 A share field: a text to copy. A script selects it on focus or click, and makes the button work. */
export function CopyField({
  id,
  label,
  value,
  texts,
  lines = 1,
  labelHidden = false,
  shareType,
  isOff = false,
}: CopyFieldProps) {
  const shared = {
    id,
    readOnly: true,
    spellCheck: false,
    defaultValue: value,
    'data-share': true,
    'data-type': shareType,
  }
  return (
    <div className="copy-field" data-lines={lines > 1 ? 'many' : 'one'}>
      <label htmlFor={id} className={labelHidden ? 'name-of' : undefined}>
        {label}
      </label>
      {lines > 1 ? <textarea {...shared} rows={lines} /> : <input {...shared} />}
      <button type="button" className="copy" data-copy={id} disabled={isOff}>
        {texts.copy}
        <span className="name-of"> {label}</span>
      </button>
      {/* Empty at first: a live region that arrives with its text is not announced. */}
      <span className="copied" role="status" data-text={texts.copied} />
    </div>
  )
}

type FrameBoxProps = {
  /** The frame's `id` in its messages, which tells them from those of other frames (`docs/contract.md`, Messages). */
  name: string
  src: string
  title: string
  /** Without a width, the frame fills its container's and keeps its height. */
  width?: number | undefined
  height: number
  eager?: boolean
}

/**
 * A frame of our own that keeps its ratio at any width, or its height. An empty drawing reserves the space, because the
 * policy forbids inline styles.
 */
export const FrameBox = ({ name, src, title, width, height, eager = false }: FrameBoxProps) => (
  <div className={width ? 'frame-box' : 'frame-box as-high'}>
    <svg
      width={width ?? '100%'}
      height={height}
      viewBox={width ? `0 0 ${width} ${height}` : undefined}
      aria-hidden="true"
    />
    <iframe
      name={name}
      src={withName(src, name)}
      title={title}
      allow="autoplay; fullscreen; clipboard-write"
      loading={eager ? 'eager' : 'lazy'}
    />
  </div>
)

const withName = (src: string, name: string) => `${src}${src.includes('?') ? '&' : '?'}id=${name}`

type PagerProps = { context: PageContext; paging: Paging; pathOf: (page: number) => string }

/** Links to the page before and the page after. */
export function Pager({ context, paging, pathOf }: PagerProps) {
  const { texts, to } = context
  const { page, pages } = paging
  if (pages < 2) return null
  return (
    <nav className="pager" aria-label={texts.pages}>
      {page > 1 ? (
        <a href={to(pathOf(page - 1))} rel="prev">
          <BackIcon />
          {texts.previous}
        </a>
      ) : (
        <span />
      )}
      <span className="pager-at">{context.fill(texts.page, { page, pages })}</span>
      {page < pages ? (
        <a href={to(pathOf(page + 1))} rel="next">
          {texts.next}
          <ForthIcon />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}

/** Search terms as links. */
export const TermList = ({ context, terms }: { context: PageContext; terms: readonly string[] }) => (
  <LinkList context={context} links={terms.map((name) => ({ name, href: searchPath(name) }))} />
)

type LinkListProps = {
  context: PageContext
  label?: string
  links: readonly { name: string; href: string }[]
}

/** Tags, terms, channels: links side by side, if there are any. */
export const LinkList = ({ context, label, links }: LinkListProps) =>
  links.length > 0 && (
    <ul className="tags" aria-label={label}>
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={context.to(href)}>{name}</a>
        </li>
      ))}
    </ul>
  )

type RowsProps = {
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
export const TileRows = ({ context, gifs, label, eager = 0, favorites }: RowsProps) => (
  <ul className="tile-rows" aria-label={label}>
    {gifs.map((gif, at) => (
      <RowTile key={gif.id} context={context} gif={gif} eager={at < eager} favorites={favorites} />
    ))}
  </ul>
)

type RowTileProps = Pick<RowsProps, 'context' | 'favorites'> & { gif: Gif; eager: boolean }

function RowTile({ context, gif, eager, favorites }: RowTileProps) {
  return (
    <li data-ratio={ratioStep(intrinsicSize(gif.images))}>
      <a className="row-tile" data-ground={groundOf(gif)} href={context.toItem(gif)}>
        <MovingPicture gif={gif} height={ROW_PX} eager={eager} />
      </a>
      {favorites && <TileFavorite context={context} id={gif.id} title={altText(gif)} />}
    </li>
  )
}

/** What a control of favorites says, for its script. */
export const favoriteWords = ({ texts, playerTexts }: PageContext) => ({
  added: playerTexts.favoriteAdded,
  kept: texts.favoriteKept,
  removed: playerTexts.favoriteRemoved,
  failed: playerTexts.favoriteFailed,
  full: texts.favoritesFull,
  press: texts.favoritePress,
})

/** The button of a tile among favorites; its script is `islands/public/favorites.ts`. */
export const TileFavorite = ({ context, id, title }: { context: PageContext; id: string; title: string }) => (
  <button
    type="button"
    className="tile-favorite"
    aria-pressed="true"
    aria-label={context.fill(context.texts.favoriteOf, { title })}
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

/** A GIF that plays in a box; its still takes its place where motion is unwanted, or the page's switch has stopped it. */
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
      {typedSources(moving).map(({ url, type }) => (
        <source key={type} type={type} srcSet={url} />
      ))}
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

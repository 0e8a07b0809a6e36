import { type KeyboardEvent, memo, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { altText, playerAttribution } from '../../shared/gif/gif-texts.ts'
import { tileColour } from '../../shared/picture/avatar.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { observeView } from '../dom/observe-view.ts'
import type { Motion, Pause, TileObserver } from '../model/tiles.ts'
import { VerifiedBadge } from './buttons.tsx'
import { PLACEHOLDER, type TileBox, type TileSource, tileSources } from './tile-picture.ts'

/** A picture is fetched when this near, in CSS pixels: a row is there when it is scrolled to. */
const NEAR_PX = 120

export type TileProps = {
  gif: Gif
  /** The item's page, with the tracking query; nothing where tiles are no links. */
  href: string | undefined
  box: TileBox
  motion: Motion
  /** Its picture is in the page from the start: the browser's own laziness decides when it is fetched. */
  eager?: boolean
  /** The text of a verified user's badge; if missing, there is no attribution. */
  attribution?: string | undefined
  tabIndex?: number | undefined
  /** §9 How much smaller than the box a rendition may be, in pixels. */
  scaleUpLimit?: number | undefined
  /** A press means something here: it is a button, whether it also leads somewhere or not. */
  pressable?: boolean | undefined
  observe?: TileObserver | undefined
}

/** How tiles look and behave, whichever GIFs they show. */
export type TileLook = Pick<TileProps, 'tabIndex' | 'scaleUpLimit' | 'pressable' | 'observe'> & {
  /** Returns the URL of the item's page; if missing, tiles are not links. */
  hrefOf?: ((gif: Gif) => string) | undefined
  motion: Pause['motion']
  hideAttribution: boolean
  texts: { verified: string }
}

/** The props of the tile of a GIF, but for its box. */
export const tileProps = (gif: Gif, look: TileLook) => ({
  gif,
  href: look.hrefOf?.(gif),
  motion: look.motion.value,
  attribution: look.hideAttribution ? undefined : look.texts.verified,
  tabIndex: look.tabIndex,
  scaleUpLimit: look.scaleUpLimit,
  pressable: look.pressable,
  observe: look.observe,
})

/** §2 A tile: the GIF, mostly as a link to its page, on one of five brand colours or, for a sticker, a checkerboard. */
export const Tile = memo(function Tile({ gif, href, box, motion, observe, ...props }: TileProps) {
  const tile = useRef<HTMLElement>(null)
  const near = useNear(tile, props.eager)
  // Another GIF in the same tile has not been seen yet (§4).
  useEffect(() => {
    if (!observe || !tile.current) return
    const stop = new AbortController()
    observe(gif, tile.current, stop.signal)
    return () => stop.abort()
  }, [gif, observe])

  const tabIndex = props.tabIndex ?? 0
  const shared = {
    ref: tile as Ref<never>,
    className: 'loop-tile',
    'data-ground': gif.is_sticker ? 'sticker' : tileColour(gif.id),
    ...(href && { href, tabIndex: tabIndex || undefined, target: '_blank', rel: 'noopener' }),
    ...(props.pressable && { tabIndex, role: 'button', onKeyDown: press }),
  }
  const Element = href ? 'a' : 'div'
  return (
    <Element {...shared}>
      <TilePicture gif={gif} sources={near ? tileSources(gif, box, motion, props.scaleUpLimit) : []} />
      {props.attribution && <TileAttribution gif={gif} verifiedText={props.attribution} />}
    </Element>
  )
})

/** Whether an element is so near the view, or was once, that its picture is fetched. */
function useNear(tile: RefObject<HTMLElement | null>, eager = false): boolean {
  const [near, setNear] = useState(eager)
  useEffect(() => {
    if (near || !tile.current) return
    return observeView(tile.current, (inView) => inView && setNear(true), NEAR_PX)
  }, [near, tile])
  return near
}

function TilePicture({ gif, sources }: { gif: Gif; sources: readonly TileSource[] }) {
  const fallback = sources.at(-1)?.url || PLACEHOLDER
  return (
    <picture>
      {sources.slice(0, -1).map(({ url, type, media }) => (
        <source key={`${type}${media}`} type={type} media={media} srcSet={url} />
      ))}
      <img src={fallback} alt={altText(gif)} loading="lazy" decoding="async" />
    </picture>
  )
}

// A link opens by Enter as links do.
function press(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (key !== ' ' && (key !== 'Enter' || currentTarget.hasAttribute('href'))) return
  event.preventDefault()
  currentTarget.click()
}

/** §5, §9 Whose GIF a tile is, over its lower edge on hover; nothing for users who are not public. It is no link: the tile is. */
function TileAttribution({ gif, verifiedText }: { gif: Gif; verifiedText: string }) {
  const by = playerAttribution(gif)
  if (!by) return null
  const { name, handle, avatar, verified } = by
  return (
    <span className="loop-by">
      <img
        className="loop-avatar"
        src={avatar}
        width="40"
        height="40"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className="loop-names">
        <bdi className="loop-name">{name}</bdi>
        {verified && <VerifiedBadge text={verifiedText} />}
        {handle && <bdi className="loop-handle">{handle}</bdi>}
      </span>
    </span>
  )
}

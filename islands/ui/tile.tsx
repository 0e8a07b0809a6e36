import { type KeyboardEvent, memo, type Ref, useEffect, useRef, useState } from 'react'
import { altText } from '../../shared/gif/gif-texts.ts'
import { tileColour } from '../../shared/picture/avatar.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { observeView } from '../dom/observe-view.ts'
import type { Motion } from '../model/motion.ts'
import type { TileObserver } from '../model/tile-observer.ts'
import { TileAttribution } from './tile-attribution.tsx'
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
  /** Without a link it may still be pressed: then it is a button. */
  pressable?: boolean
  observe?: TileObserver | undefined
}

/** §2 A tile: the GIF, mostly as a link to its page, on one of five brand colours or, for a sticker, a checkerboard. */
export const Tile = memo(function Tile({
  gif,
  href,
  box,
  motion,
  eager = false,
  observe,
  ...props
}: TileProps) {
  const tile = useRef<HTMLElement>(null)
  const [near, setNear] = useState(eager)
  useEffect(() => {
    if (near || !tile.current) return
    return observeView(tile.current, (inView) => inView && setNear(true), NEAR_PX)
  }, [near])
  // A tile that gets another GIF starts anew: it has not been seen (§4).
  useEffect(() => {
    if (!observe || !tile.current) return
    const stop = new AbortController()
    observe(gif, tile.current, stop.signal)
    return () => stop.abort()
  }, [gif, observe])

  const shared = {
    ref: tile as Ref<never>,
    className: 'loop-tile',
    'data-ground': gif.is_sticker ? 'sticker' : tileColour(gif.id),
  }
  const content = (
    <>
      <TilePicture gif={gif} sources={near ? tileSources(gif, box, motion, props.scaleUpLimit) : []} />
      {props.attribution && <TileAttribution gif={gif} verifiedText={props.attribution} />}
    </>
  )
  if (href) {
    return (
      <a {...shared} href={href} tabIndex={props.tabIndex || undefined} target="_blank" rel="noopener">
        {content}
      </a>
    )
  }
  const button = props.pressable ? { tabIndex: props.tabIndex ?? 0, role: 'button', onKeyDown: press } : {}
  return (
    <div {...shared} {...button}>
      {content}
    </div>
  )
})

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

function press(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { ISLANDS, type IslandName } from '../../islands/manifest.ts'
import { PauseButton } from '../../islands/ui/buttons.tsx'
import { oncePer } from '../../shared/once-per.ts'
import type { PictureSources } from '../../shared/picture/renditions.ts'
import type { Texts } from '../../shared/texts/texts.ts'

type IslandProps = {
  name: IslandName
  /** What the server draws of it; nothing for an island that is empty until it hydrates. */
  children?: ReactNode
}

/** The element that an island (`islands/manifest.ts`) hydrates, with what the server draws of it. */
export function Island({ name, children }: IslandProps) {
  const { wakes } = ISLANDS[name]
  return (
    <div data-island={name} data-when={wakes === 'intent' ? undefined : wakes}>
      {children}
    </div>
  )
}

/** An embed's button as markup, rendered once per language. */
export const embedPauseHtml = oncePer((texts: Texts) =>
  renderToString(<PauseButton texts={texts} shortcut="K" extra={false} />),
)

type PlayerProps = {
  picture: PictureSources
  /** How wide the picture is: `sizes` of its sources. */
  sizes: string
  title: string
  paused: boolean
  film: unknown
}

/** §2 The still layer with the animation over it. The markup has their sizes, so nothing shifts. */
export function Player({ picture, sizes, title, paused, film }: PlayerProps) {
  const { avif, webp, fallback, still, video, width, height } = picture
  const size = { width, height }
  return (
    <div className="stage" data-action={film ? 'tap' : undefined}>
      {/* Lazy and not displayed, so it is fetched only when it is needed: paused, unwanted motion, a broken picture. */}
      <img className="still" src={still.url || undefined} {...size} alt="" loading="lazy" />
      {video ? (
        <video
          className="motion"
          src={video.mp4}
          {...size}
          aria-label={title}
          autoPlay={!paused}
          preload={paused ? 'none' : 'auto'}
          muted
          loop
          playsInline
          disableRemotePlayback
        />
      ) : (
        <picture className="motion">
          {/* Without scripts lazy loading is off, and the animation would be fetched though it is never shown. */}
          <source
            media="(prefers-reduced-motion: reduce) and (scripting: none)"
            srcSet={still.url || undefined}
          />
          {avif && <source type="image/avif" srcSet={avif.srcset} sizes={sizes} />}
          {webp && <source type="image/webp" srcSet={webp.srcset} sizes={sizes} />}
          <img
            src={fallback.src || undefined}
            srcSet={fallback.srcset || undefined}
            sizes={fallback.srcset ? sizes : undefined}
            {...size}
            alt={title}
            // Lazy holds back frames out of view; the priority is for the one in view (`docs/measurements.md`, M44).
            loading="lazy"
            fetchPriority="high"
          />
        </picture>
      )}
    </div>
  )
}

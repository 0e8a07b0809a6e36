import type { FilmHost } from '../../shared/film.ts'
import { type AppContext, requestOrigin } from '../http/context.ts'
import { findLanguage, layoutOf, savesData } from '../http/visitor.ts'
import {
  ANALYTICS,
  assets,
  type EmbedCss,
  framedPolicy,
  NO_ANALYTICS,
  preconnect,
  themeOf,
} from '../render/document.ts'
import { optsOutOfTracking, type PageTracking } from '../render/page-memo.ts'

/** What an embed's request decides of its page, and of its headers. */
export function embedOptions(c: AppContext) {
  const { headers, url } = c.req.raw
  findLanguage(c)
  return {
    layout: layoutOf(headers),
    theme: themeOf(c.req.query('theme')),
    language: c.get('language'),
    paused: c.req.query('autoplay') === '0',
    optedOut: optsOutOfTracking(headers),
    savesData: savesData(headers),
    publicUrl: c.get('publicUrl'),
    origin: requestOrigin(url),
  }
}

export type EmbedOptions = ReturnType<typeof embedOptions>

/** The headers of an embed's page. @param isOwn for a visitor who opts out or saves data @param origins of its pictures @param media `MEDIA_HOSTS` */
export const embedHeaders = (
  isOwn: boolean,
  policy: string,
  origins: readonly string[],
  media: readonly string[],
): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  // Both stay out of shared caches. If an opted-out visitor gets a cached page, its boot does not track.
  ...(isOwn && { 'Cache-Control': 'private, max-age=60' }),
  ...preconnect(origins, media),
})

/** What an embed may load from. `origin` is the page's own; `media` lists hosts or origins of pictures. */
type EmbedSources = {
  origin: string
  media: readonly string[]
  css: readonly EmbedCss[]
  tracked: PageTracking | undefined
  film: FilmHost | undefined
}

/** The Content-Security-Policy of an embed page: nothing but our static files, the boot and style by hash, and media. */
export function embedPolicy({ origin, media, css, tracked, film }: EmbedSources): string {
  const service = tracked?.analyticsId ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [`${origin}/media/`, ...media]
  const { script, frame } = film ? SOURCES[film] : NONE
  const sources = {
    'script-src': [statics, assets.inline.boot.csp, ...script, ...service.script],
    'style-src': [statics, ...css.map((name) => assets.inline[name].csp)],
    // Tracking pixels may be on any host, so a GIF with pixels allows every https picture.
    'img-src': tracked?.pixels.length
      ? ['https:', 'data:', statics, ...pictures]
      : [statics, ...pictures, 'data:', ...service.image],
    'media-src': pictures,
    'font-src': [statics],
    'connect-src': ["'self'", ...service.connect],
    'frame-src': frame,
  }
  return framedPolicy(sources, script.length === 0 && service.script.length === 0)
}

/** What an embed that draws itself may load from: `media` lists `MEDIA_HOSTS`, `provider` the origin that it calls. */
type DirectSources = Pick<EmbedSources, 'origin' | 'media' | 'css'> & {
  analyticsId: string
  provider: readonly string[]
}

/**
 * The policy of an embed whose item is not known yet: its files are on `MEDIA_HOSTS`, or where none are set on any https host.
 * Nothing is inline but the style.
 */
export function directPolicy({ origin, media, css, analyticsId, provider }: DirectSources): string {
  const service = analyticsId ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const files = media.length > 0 ? media : ['https:']
  const sources = {
    'script-src': [statics, ...service.script],
    'style-src': [statics, ...css.map((name) => assets.inline[name].csp)],
    'img-src': [statics, ...files, 'data:'],
    'media-src': files,
    'font-src': [statics],
    'connect-src': ["'self'", ...provider, ...service.connect],
  }
  return framedPolicy(sources, !analyticsId)
}

/** What a page with a film adds to its policy. */
type VideoSources = { script: readonly string[]; frame: readonly string[] }

/** `docs/threats.md`, Headers: YouTube's script API and its player hosts; Vimeo's player alone, which needs no script. */
const SOURCES: Record<FilmHost, VideoSources> = {
  youtube: {
    script: ['https://www.youtube.com/iframe_api', 'https://www.youtube.com/s/player/'],
    frame: ['https://www.youtube.com', 'https://www.youtube-nocookie.com'],
  },
  vimeo: { script: [], frame: ['https://player.vimeo.com'] },
}

const NONE: VideoSources = { script: [], frame: ["'none'"] }

import { VIDEO_LEAD_IN_S } from '../limits.ts'
import type { ExternalMedia } from '../schema/gif.ts'

/** A film elsewhere, ready to be framed, and its own page. `provider` names it in analytics ("Click Play YouTube"). */
export type ExternalPlayer = { kind: 'youtube' | 'vimeo'; provider: string; url: string; page: string }

/** `colour` is the brand's, as #rrggbb. `origin` is the page's: YouTube's script API asks for it. */
export type PlayerLook = { colour: string; origin?: string }

type Host = {
  provider: string
  id: RegExp
  url: (id: string, start: number, look: PlayerLook) => string
  page: (id: string) => string
}

/** §9 On both hosts: autoplay, loop, inline, muted, no related videos. §7: byline and title off, brand colour. */
const HOSTS: Record<ExternalPlayer['kind'], Host> = {
  // https://developers.google.com/youtube/player_parameters: a single film loops as a playlist of itself.
  youtube: {
    provider: 'YouTube',
    id: /^[\w-]{6,20}$/,
    url: (id, start, { origin }) =>
      `https://www.youtube-nocookie.com/embed/${id}?${new URLSearchParams({
        autoplay: '1',
        loop: '1',
        playlist: id,
        playsinline: '1',
        mute: '1',
        rel: '0',
        color: 'white',
        start: `${start}`,
        enablejsapi: '1',
        ...(origin && { origin }),
      })}`,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  // https://help.vimeo.com/hc/en-us/articles/12426260232977-Player-parameters-overview
  vimeo: {
    provider: 'Vimeo',
    id: /^\d{1,12}$/,
    url: (id, start, { colour }) =>
      `https://player.vimeo.com/video/${id}?${new URLSearchParams({
        autoplay: '1',
        loop: '1',
        playsinline: '1',
        muted: '1',
        byline: '0',
        title: '0',
        color: colour.replace('#', ''),
      })}#t=${start}s`,
    page: (id) => `https://vimeo.com/${id}`,
  },
}

/** §5 The media button shows exactly where this answers: for YouTube and Vimeo, with an id that is one of theirs. */
export function externalPlayer(
  media: ExternalMedia | undefined,
  look: PlayerLook,
): ExternalPlayer | undefined {
  const kind = media?.provider_name
  if (!media || (kind !== 'youtube' && kind !== 'vimeo')) return undefined
  const { provider, id, url, page } = HOSTS[kind]
  if (!id.test(media.asset_uid)) return undefined
  const start = Math.max(0, media.start_time - VIDEO_LEAD_IN_S)
  return { kind, provider, url: url(media.asset_uid, start, look), page: page(media.asset_uid) }
}

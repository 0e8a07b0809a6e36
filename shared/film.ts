import { VIDEO_LEAD_IN_S } from './limits.ts'
import type { ExternalMedia } from './schema/gif.ts'

/** The supported video hosts, with the names that people and analytics see ("Click Play YouTube"). */
export const FILM_HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

export type FilmHost = keyof typeof FILM_HOSTS

/** An external film: its host, its id there, and its start in seconds. */
export type ExternalFilm = { host: FilmHost; id: string; start: number }

/** The ids of films. */
export const FILM_IDS: Record<FilmHost, RegExp> = { youtube: /^[\w-]{6,20}$/, vimeo: /^\d{1,12}$/ }

/** §5 The film of a GIF on YouTube or Vimeo, from a second before its start (§9); `undefined` without a valid id. */
export function externalFilm(media: ExternalMedia | undefined): ExternalFilm | undefined {
  const host = media?.provider_name
  if (!media || (host !== 'youtube' && host !== 'vimeo')) return undefined
  if (!FILM_IDS[host].test(media.asset_uid)) return undefined
  return { host, id: media.asset_uid, start: Math.max(0, media.start_time - VIDEO_LEAD_IN_S) }
}

/** `colour` is the brand's, as #rrggbb. `origin` is the page's: YouTube's script API needs it. */
type PlayerLook = { colour: string; origin?: string }

type Addresses = { player: (film: ExternalFilm, look: PlayerLook) => string; page: (id: string) => string }

/** §9 Autoplay, loop, inline, muted, nothing related. §7: Vimeo's loop is off, so its end shows the way back (§4). */
const ADDRESSES: Record<FilmHost, Addresses> = {
  // https://developers.google.com/youtube/player_parameters: a single film loops as a playlist of itself.
  youtube: {
    player: ({ id, start }, { origin }) =>
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
    player: ({ id, start }, { colour }) =>
      `https://player.vimeo.com/video/${id}?${new URLSearchParams({
        autoplay: '1',
        loop: '0',
        playsinline: '1',
        muted: '1',
        byline: '0',
        title: '0',
        color: colour.replace('#', ''),
      })}#t=${start}s`,
    page: (id) => `https://vimeo.com/${id}`,
  },
}

/** The URL of the player that replaces the GIF. */
export const playerUrl = (film: ExternalFilm, look: PlayerLook): string =>
  ADDRESSES[film.host].player(film, look)

/** The film's own page, for a plain link. */
export const filmPage = ({ host, id }: ExternalFilm): string => ADDRESSES[host].page(id)

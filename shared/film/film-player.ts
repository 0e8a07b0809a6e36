import type { ExternalFilm, FilmHost } from './external-film.ts'

/** `colour` is the brand's, as #rrggbb. `origin` is the page's: YouTube's script API needs it. */
type PlayerLook = { colour: string; origin?: string }

type Addresses = { player: (film: ExternalFilm, look: PlayerLook) => string; page: (id: string) => string }

/**
 * §9 Autoplay, loop, inline, muted, no related videos. §7 says of Vimeo: byline, title and loop off, brand colour. So its
 * end is one, and shows the way back (§4).
 */
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

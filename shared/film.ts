import { AppError } from './errors.ts'
import { VIDEO_LEAD_IN_S } from './limits.ts'
import type { ExternalMedia } from './schema/gif.ts'

/** The supported video hosts, with the names that people and analytics see ("Click Play YouTube"). */
export const FILM_HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

export type FilmHost = keyof typeof FILM_HOSTS

/** An external film: its host, its id there, and its start in seconds. */
export type ExternalFilm = { host: FilmHost; id: string; start: number }

const IDS: Record<FilmHost, RegExp> = { youtube: /^[\w-]{6,20}$/, vimeo: /^\d{1,12}$/ }

/** §5 The film of a GIF on YouTube or Vimeo, from a second before its start (§9); `undefined` without a valid id. */
export function externalFilm(media: ExternalMedia | undefined): ExternalFilm | undefined {
  const host = media?.provider_name
  if (!media || (host !== 'youtube' && host !== 'vimeo')) return undefined
  if (!IDS[host].test(media.asset_uid)) return undefined
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

/** The hosts of YouTube's addresses; the paths that name a film. */
const YOUTUBE_HOSTS = /^(?:(?:www\.|m\.|music\.)?youtube\.com|www\.youtube-nocookie\.com)$/
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/

/** The id of a film on YouTube; undefined for any other address. */
function youtubeId(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return undefined
  const { hostname, pathname } = url
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : YOUTUBE_HOSTS.test(hostname)
        ? pathname === '/watch'
          ? url.searchParams.get('v')
          : YOUTUBE_PATH.exec(pathname)?.[1]
        : undefined
  return id && IDS.youtube.test(id) ? id : undefined
}

/** Seconds at which an address lets its film begin: `t=90`, `start=90s`. */
const startIn = (address: string): number =>
  Number(/[?&#](?:t|start)=(\d{1,5})s?(?:&|$)/.exec(address)?.[1] ?? 0)

/**
 * The film that an address of YouTube or Vimeo names, as items have it (`external_media`): of the address, only the id and
 * the start are kept. Undefined for any other address.
 * @param start in seconds; without it the address may say it
 */
export function filmOf(address: string, start = startIn(address)): ExternalMedia | undefined {
  const vimeo = VIDEO_URL.exec(address)?.[1]
  const host = vimeo ? 'vimeo' : 'youtube'
  const id = vimeo ?? youtubeId(address)
  return id === undefined
    ? undefined
    : { provider_name: host, asset_uid: id, start_time: start, url: filmPage({ host, id, start }) }
}

const ID = /^\d{1,12}$/

// Matches the raw text and not a parsed URL, so that `vimeo.com\@x` and look-alike letters cannot pass.
const VIDEO_URL =
  /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:[/?#]\S*)?$/i

/** §5 Returns the film's canonical URL, from an id or one of that host's URLs. Nothing but the id is kept. */
export function vimeoUrl(idOrUrl: string): string {
  const given = idOrUrl.trim()
  const isUrl = /[/.:]/.test(given)
  const id = isUrl ? VIDEO_URL.exec(given)?.[1] : ID.exec(given)?.[0]
  if (!id) throw new AppError('invalid-input', isUrl ? 'not a vimeo url' : 'not a valid id')
  return `https://vimeo.com/${id}`
}

import { AppError } from '../errors.ts'
import { FILM_IDS, type FilmHost, filmPage } from '../film.ts'
import type { ExternalMedia } from '../schema/gif.ts'

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
  return id && FILM_IDS.youtube.test(id) ? id : undefined
}

/** Seconds at which an address lets its film begin: `t=90`, `start=90s`. */
const startIn = (address: string): number =>
  Number(/[?&#](?:t|start)=(\d{1,5})s?(?:&|$)/.exec(address)?.[1] ?? 0)

/**
 * The film that an address of YouTube or Vimeo names, as items have it (`external_media`): of the address, only the id and
 * the start are kept. Undefined for any other address.
 * @param start in seconds; without it the address may say it
 */
export function filmOf(
  address: string,
  start = startIn(address),
): (ExternalMedia & { provider_name: FilmHost }) | undefined {
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

import { VIDEO_LEAD_IN_S } from '../limits.ts'
import type { ExternalMedia } from '../schema/gif.ts'

/** The supported video hosts, with the names that people and analytics see ("Click Play YouTube"). */
export const FILM_HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

export type FilmHost = keyof typeof FILM_HOSTS

/** An external film: its host, its id there, and its start in seconds. */
export type ExternalFilm = { host: FilmHost; id: string; start: number }

const IDS: Record<FilmHost, RegExp> = { youtube: /^[\w-]{6,20}$/, vimeo: /^\d{1,12}$/ }

/**
 * §5 Returns the film of a GIF on YouTube or Vimeo with a valid id, else `undefined`; only then there is a media button.
 * §9: the film begins one second before the given start.
 */
export function externalFilm(media: ExternalMedia | undefined): ExternalFilm | undefined {
  const host = media?.provider_name
  if (!media || (host !== 'youtube' && host !== 'vimeo')) return undefined
  if (!IDS[host].test(media.asset_uid)) return undefined
  return { host, id: media.asset_uid, start: Math.max(0, media.start_time - VIDEO_LEAD_IN_S) }
}

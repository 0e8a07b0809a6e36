import { VIDEO_LEAD_IN_S } from '../limits.ts'
import type { ExternalMedia } from '../schema/gif.ts'

/** The hosts whose films can stand in for a GIF, and how people and analytics name them ("Click Play YouTube"). */
export const FILM_HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

export type FilmHost = keyof typeof FILM_HOSTS

/** A film elsewhere: its host, its id there, and the second that it begins at. */
export type ExternalFilm = { host: FilmHost; id: string; start: number }

const IDS: Record<FilmHost, RegExp> = { youtube: /^[\w-]{6,20}$/, vimeo: /^\d{1,12}$/ }

/**
 * §5 The media button shows exactly where this answers: for YouTube and Vimeo, with an id that is one of theirs. §9: the
 * film begins one second before the given start.
 */
export function externalFilm(media: ExternalMedia | undefined): ExternalFilm | undefined {
  const host = media?.provider_name
  if (!media || (host !== 'youtube' && host !== 'vimeo')) return undefined
  if (!IDS[host].test(media.asset_uid)) return undefined
  return { host, id: media.asset_uid, start: Math.max(0, media.start_time - VIDEO_LEAD_IN_S) }
}

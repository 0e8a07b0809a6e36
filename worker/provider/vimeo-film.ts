import { BRAND_COLOUR } from '../../shared/brand.ts'
import type { VimeoResponse } from '../../shared/calls/services.ts'
import { playerUrl } from '../../shared/film.ts'
import { escapeHtml, safeHref } from '../../shared/html.ts'

/** Where Vimeo's own links and pictures are. */
const HOSTS = /^https:\/\/(?:[a-z0-9-]+\.)?(?:vimeo\.com|vimeocdn\.com)\//

const own = (url: string): string => {
  const href = safeHref(url)
  return href && HOSTS.test(href) ? href : ''
}

/**
 * A film as we respond with it: an oEmbed video. Player and `html` are built here from the requested id, in our look
 * (§7, §9): markup from outside never passes (`docs/threats.md`, trap 21).
 */
export function vimeoFilm(url: string, response: VimeoResponse) {
  const { domain_status_code: _, upload_date, ...film } = response
  const id = url.slice(url.lastIndexOf('/') + 1)
  const player_url = playerUrl({ host: 'vimeo', id, start: 0 }, { colour: BRAND_COLOUR })
  const width = film.width || 640
  const height = film.height || 360
  return {
    ...film,
    version: '1.0' as const,
    provider_name: 'Vimeo',
    provider_url: 'https://vimeo.com/',
    video_id: id,
    url,
    width,
    height,
    author_url: own(film.author_url),
    thumbnail_url: own(film.thumbnail_url),
    upload_date: /^[\d :TZ+-]{10,25}$/.test(upload_date) ? upload_date : '',
    player_url,
    html: `<iframe src="${escapeHtml(player_url)}" width="${width}" height="${height}" title="${escapeHtml(film.title)}" allow="autoplay; fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>`,
  }
}

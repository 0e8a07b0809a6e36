import * as v from 'valibot'
import { BRAND_COLOUR } from '../../shared/brand.ts'
import { type VimeoResponse, vimeoCalls } from '../../shared/calls/services.ts'
import { JsonParseError, UpstreamError } from '../../shared/errors.ts'
import { playerUrl } from '../../shared/film.ts'
import { escapeHtml, safeHref } from '../../shared/html.ts'
import { retryAfterOf } from '../../shared/net/headers.ts'
import { parseJson } from '../../shared/net/parse-json.ts'

const CALL = vimeoCalls.oembed

type Answered = { ok: boolean; status: number; headers: Headers; text: string }

/** The film that a response says. A good status does not make it one. @throws UpstreamError with the texts of §8 */
export function readFilm(url: string, response: Answered): VimeoResponse {
  const { ok, status, text } = response
  if (!ok) throw refusal(url, response)
  const result = v.safeParse(CALL.response, text && parse(text, status))
  if (!result.success) throw failed(status)
  if (result.output.domain_status_code === 403) throw refusal(url, { status: 403 })
  return result.output
}

function parse(text: string, status: number): unknown {
  try {
    return parseJson(text, CALL.path, status)
  } catch (cause) {
    throw failed(status, { cause }, cause instanceof JsonParseError ? cause.message : undefined)
  }
}

const FAILED = 'There was an error fetching the embed code from Vimeo'

/** §8 'Video host other', with the status where there is one. */
const failed = (status?: number, options?: ErrorOptions, detail?: string) => {
  const message = `${FAILED}${status ? ` (${status})` : ''}${detail ? `: ${detail}` : '.'}`
  return new UpstreamError(message, { status, kind: 'upstream' }, options)
}

/** §8 'Video host 404', 'Video host 403', and every other status. */
function refusal(url: string, { status, headers }: { status: number; headers?: Headers }): UpstreamError {
  if (status === 404) return new UpstreamError(`“${url}” was not found.`, { status })
  if (status === 403) return new UpstreamError(`“${url}” is not embeddable.`, { status, kind: 'forbidden' })
  if (status !== 429) return failed(status)
  const retryAfter = headers && retryAfterOf(headers)
  return new UpstreamError(failed(status).message, { status, retryAfter })
}

/** Failures of the cache and of the connection come in other words: §8 has one for all of them. */
export function inVimeosWords(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.kind !== 'upstream' || error.message.startsWith(FAILED))
    return error
  return Object.assign(error, { message: failed(error.status).message })
}

/** Where Vimeo's own links and pictures are. */
const HOSTS = /^https:\/\/(?:[a-z0-9-]+\.)?(?:vimeo\.com|vimeocdn\.com)\//

const own = (url: string): string => {
  const href = safeHref(url)
  return href && HOSTS.test(href) ? href : ''
}

/** A film as an oEmbed video. Its `html` is built here from the id (§7, §9; `docs/threats.md`, trap 21), never passed on. */
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

import * as v from 'valibot'
import { prepareCall } from '../../shared/calls/call.ts'
import { type VimeoAnswer, type VimeoInput, vimeoCalls } from '../../shared/calls/vimeo.ts'
import { callRequest } from '../../shared/client/call-request.ts'
import { JsonParseError, UpstreamError } from '../../shared/errors.ts'
import { textUpTo } from '../../shared/net/text-up-to.ts'
import type { Transport } from '../../shared/net/transport.ts'
import { timed } from '../report/timed.ts'
import { cacheKey } from './cache/cache-key.ts'
import type { CacheRead } from './cache/cache-read.ts'
import type { LayeredCache } from './cache/layered-cache.ts'
import type { ReadContext } from './provider.ts'
import { vimeoFilm } from './vimeo-film.ts'

/** What the product asks of the video host. */
export type Vimeo = {
  /** The film's own text (`vimeoFilm` as JSON), through the cache. @throws UpstreamError with the texts of §8. */
  film(input: VimeoInput, context: ReadContext): Promise<Omit<CacheRead, 'parsed'>>
}

export type VimeoPlace = { base: string; transport: Transport; cache: LayeredCache }

/** The video host's place where none is configured. */
export const VIMEO = 'https://vimeo.com'

const WAIT_MS = 3000
const BODY_MAX = 256 * 1024
const CALL = vimeoCalls.oembed

/** §7 The video host's oEmbed: one fixed path, a URL of our own making, and nothing of the visitor's. */
export function createVimeo({ base, transport, cache }: VimeoPlace): Vimeo {
  async function fetchFilm(
    input: VimeoInput,
    { publicUrl }: ReadContext,
    signal: AbortSignal,
  ): Promise<string> {
    const request = callRequest(CALL, input, {
      base,
      // Films can be bound to domains: the host looks at where it is asked from.
      headers: { Accept: 'application/json', Referer: `${publicUrl}/` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
    })
    const response = await transport(request).catch((cause) => {
      throw failed(undefined, { cause })
    })
    return JSON.stringify(vimeoFilm(input.url, await answerOf(response, input.url)))
  }

  return {
    film(input, context) {
      // What a film's owner lets be embedded depends on who asks.
      const load = (signal: AbortSignal) =>
        timed('vimeo', () => fetchFilm(input, context, signal), context.noteTime)
      const key = cacheKey(`${base}|${context.publicUrl}`, prepareCall(CALL, input))
      return cache.read(key, load, { waitUntil: context.waitUntil }).catch((error) => {
        throw inItsWords(error)
      })
    },
  }
}

// A good status alone is no good answer.
async function answerOf(response: Response, url: string): Promise<VimeoAnswer> {
  if (!response.ok) {
    await response.body?.cancel()
    throw refusal(url, response)
  }
  const text = await textUpTo(response, BODY_MAX).catch((cause) => {
    throw failed(undefined, { cause })
  })
  const result = v.safeParse(CALL.answer, text && parse(text, response.status))
  if (!result.success) throw failed(response.status)
  if (result.output.domain_status_code === 403) throw refusal(url, { status: 403 })
  return result.output
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const error = new JsonParseError(CALL.path, status, { cause })
    throw failed(status, { cause: error }, error.message)
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
  const retryAfter = Number.parseInt(headers?.get('retry-after') ?? '', 10)
  return new UpstreamError(failed(status).message, { status, retryAfter })
}

// The cache has refusals of its own (the time is up, the host is down): they speak of a provider.
function inItsWords(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.kind !== 'upstream' || error.message.startsWith(FAILED))
    return error
  return Object.assign(error, { message: failed(error.status).message })
}

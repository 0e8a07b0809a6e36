import { prepareCall } from '../../shared/calls/call.ts'
import { type VimeoInput, vimeoCalls } from '../../shared/calls/services.ts'
import { callRequest } from '../../shared/client/request.ts'
import { type NoteTime, send, textOf } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import type { LayeredCache } from './cache/layered-cache.ts'
import { cacheKey } from './cache/stores.ts'
import { inVimeosWords, readFilm, vimeoFilm } from './vimeo-film.ts'

/** The request that a film is read for; `publicUrl` is the scheme and host of our own. */
type FilmContext = {
  publicUrl: string
  waitUntil: (promise: Promise<unknown>) => void
  noteTime?: NoteTime | undefined
}

/** The video host's oEmbed. */
export type Vimeo = {
  /** The film's text (`vimeoFilm` as JSON), through the cache. @throws UpstreamError with the texts of §8. */
  film(input: VimeoInput, context: FilmContext): ReturnType<LayeredCache['read']>
}

const CALL = vimeoCalls.oembed

/** §7 The video host's oEmbed: one fixed path, a URL of our own making, and nothing of the visitor's. */
export function createVimeo({ upstream, cache }: { upstream: Upstream; cache: LayeredCache }): Vimeo {
  const { base } = upstream

  async function fetchFilm(input: VimeoInput, { publicUrl, noteTime }: FilmContext): Promise<string> {
    // Films can be bound to domains: the host checks the page that it is called from.
    const headers = { Accept: 'application/json', Referer: `${publicUrl}/` }
    const make = (signal: AbortSignal) => callRequest(CALL, input, { base, headers, signal })
    const response = await send(upstream, make, { noteTime })
    return JSON.stringify(vimeoFilm(input.url, readFilm(input.url, { ...response, text: textOf(response) })))
  }

  return {
    film(input, context) {
      // What a film's owner lets be embedded depends on the page.
      const key = cacheKey(`${base}|${context.publicUrl}`, prepareCall(CALL, input))
      const load = () => fetchFilm(input, context)
      return cache.read(key, load, { waitUntil: context.waitUntil }).catch((error) => {
        throw inVimeosWords(error)
      })
    },
  }
}

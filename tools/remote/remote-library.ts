import type * as v from 'valibot'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { createClient } from '../../shared/client/create-client.ts'
import { UpstreamError } from '../../shared/errors.ts'
import { LIMITS, MediaError } from '../../shared/media/limits.ts'
import { bytesUpTo } from '../../shared/net/bytes.ts'
import { networkFailure, type Transport } from '../../shared/net/transport.ts'
import type { KnownFileSchema } from '../../shared/schema/own/people.ts'
import type { NewRedirect, Redirected } from '../../shared/schema/own/redirects.ts'
import { persistently, type Wait } from './persistently.ts'
import { endOf, RunError } from './run-error.ts'
import type { Target } from './target.ts'

/** What is said of an upload, as `POST /v1/gifs` takes it. */
export type Words = Omit<v.InferInput<typeof uploadGif.input>, 'file' | 'source_image_url'> & {
  title: string
  tags: string[]
}

/** What of an item is changed afterwards, and its film: null for none. */
export type Change = Omit<v.InferInput<typeof editGif.input>, 'id' | 'was'>
export type Film = { url: string; start?: number | undefined } | null

/** What the library says of a file that it has. */
export type KnownFile = v.InferOutput<typeof KnownFileSchema>

/** A rendition's name as it is sent (`fixed_width.webp`), and its content. */
export type RenditionPart = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** One request's renditions; the server takes 64 MiB and 100 parts. A slow line needs them smaller. */
const REQUEST = { bytes: 24 * 1024 * 1024, parts: 90 } as const
/** ms for one request: 25 MiB at 50 KB/s. */
const REQUEST_MS = 10 * 60 * 1000
const RESPONSE_MAX = 4 * 1024 * 1024

const { knownFiles, uploadGif, sendRenditions, addRedirects, editGif, putFilm, removeFilm } = ownSiteCalls

const { createPerson, updatePerson, putAvatar, putBanner } = ownSiteCalls
const { leaseRenditions, reportRenditions } = ownSiteCalls
const { libraryCategories, createCategory, updateCategory } = ownSiteCalls
const { trendingTerms, putTrendingTerms, featured, putFeatured } = ownSiteCalls
const { channel, createChannel, updateChannel, channelGifs, addChannelGif } = siteCalls

/** The calls by which staff bring what is around items, and makers take work. */
const AROUND = {
  ...{ leaseRenditions, reportRenditions },
  ...{ createPerson, updatePerson, putAvatar, putBanner, libraryCategories, createCategory, updateCategory },
  ...{ trendingTerms, putTrendingTerms, featured, putFeatured },
  ...{ channel, createChannel, updateChannel, channelGifs, addChannelGif },
}
type Around = typeof AROUND

const inTime = () => ({ signal: AbortSignal.timeout(REQUEST_MS) })

type Options = { wait: Wait; transport?: Transport }

/**
 * A library behind its calls. What may pass is tried again; every request may be sent twice without a difference.
 * @throws from each function: RunError for what ends the run, AppError for what is wrong with this file
 */
export function openRemote({ base, token }: Target, { wait, transport = fetch }: Options) {
  const calls = {
    knownFiles,
    uploadGif,
    sendRenditions,
    addRedirects,
    editGif,
    putFilm,
    removeFilm,
    ...AROUND,
  }
  const options = { base, credentials: () => ({ token }) }
  const client = createClient(calls, (request) => boundedResponse(request, base, transport), options)

  async function ask<T>(work: () => Promise<T>, isGeneral: boolean): Promise<T> {
    try {
      return await persistently(work, wait)
    } catch (error) {
      throw endOf(error, base, isGeneral) ?? error
    }
  }

  return {
    /** The item that has a file with this SHA-256; undefined where there is none. */
    async find(sha256: string): Promise<KnownFile | undefined> {
      return (await ask(() => client.knownFiles({ sha256 }, inTime()), true))?.results[0]
    },

    /** Makes an item of a file, and returns its id; that of an item with the same file, where there is one. */
    async upload(bytes: Uint8Array<ArrayBuffer>, words: Words): Promise<string> {
      const file = new Blob([bytes])
      const uploaded = await ask(() => client.uploadGif({ file, ...words }, inTime()), true)
      if (!uploaded) throw new RunError(`${base} does not answer like a Loopframe`)
      return uploaded.data.id
    },

    /** Changes what is said of an item. */
    async edit(id: string, change: Change): Promise<void> {
      await ask(() => client.editGif({ id, ...change }, inTime()), false)
    },

    async setFilm(id: string, film: Film): Promise<void> {
      await ask(
        () => (film ? client.putFilm({ id, ...film }, inTime()) : client.removeFilm({ id }, inTime())),
        false,
      )
    },

    /** Makes one of staff's calls. @throws Error for an answer without a body */
    async around<N extends keyof Around>(
      name: N,
      input: v.InferInput<Around[N]['input']>,
    ): Promise<v.InferOutput<Around[N]['response']>> {
      const make = client[name] as (
        input: unknown,
        options: object,
      ) => Promise<v.InferOutput<Around[N]['response']> | undefined>
      const answer = await ask(() => make(input, inTime()), false)
      if (answer === undefined) throw new RunError(`${base} does not answer like a Loopframe`)
      return answer
    },

    /** Adds redirects, and says of each what became of it. */
    async addRedirects(redirects: NewRedirect[]): Promise<Redirected[]> {
      const added = await ask(() => client.addRedirects({ redirects }, inTime()), true)
      if (added?.results.length !== redirects.length)
        throw new RunError(`${base} does not answer like a Loopframe`)
      return added.results
    },

    /**
     * Sends an item's renditions, in as few requests as they fit into.
     * @param of the lease of a maker that has the item, or its perceptual hash, which counts from staff
     */
    async addRenditions(
      id: string,
      renditions: readonly RenditionPart[],
      of: { lease?: string; phash?: string } = {},
    ): Promise<void> {
      const search = String(new URLSearchParams(of))
      for (const some of inRequests(renditions)) {
        await ask(() => client.sendRenditions({ id }, { ...inTime(), search, body: formOf(some) }), false)
      }
    },

    /** A file of the library at its address; nothing of the address but its path and query is used. @throws MediaError */
    file(address: string): Promise<Uint8Array<ArrayBuffer>> {
      const { pathname, search } = new URL(address)
      return ask(() => fetchFile(new URL(pathname + search, base), token, transport), false)
    },
  }
}

async function fetchFile(url: URL, token: string, transport: Transport): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { Authorization: `Token ${token}` }
  const response = await transport(new Request(url, { headers, redirect: 'manual', ...inTime() })).catch(
    (cause) => {
      throw networkFailure(cause)
    },
  )
  const { status } = response
  const bytes = status === 200 ? await bytesUpTo(response, LIMITS.bytes) : undefined
  if (bytes) return bytes
  await response.body?.cancel()
  if (status === 200) throw new MediaError('too-large', `the file has more than ${LIMITS.bytes} bytes`)
  throw new UpstreamError(`The file cannot be read (${status})`, { status })
}

export type RemoteLibrary = ReturnType<typeof openRemote>

/** No redirect is followed: it would take the token along. */
async function boundedResponse(request: Request, base: string, transport: Transport): Promise<Response> {
  const response = await transport(request)
  const { status, statusText, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    const to = URL.parse(headers.get('Location') ?? '', base)?.origin ?? 'elsewhere'
    throw new RunError(`${base} redirects to ${to}: if that is yours, name it in --to`)
  }
  const body = await bytesUpTo(response, RESPONSE_MAX)
  if (!body) throw new RunError(`${base} does not answer like a Loopframe`)
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
}

function formOf(renditions: readonly RenditionPart[]): FormData {
  const form = new FormData()
  for (const { name, bytes } of renditions) form.append(name, new Blob([bytes]), name)
  return form
}

function inRequests(renditions: readonly RenditionPart[]): RenditionPart[][] {
  const requests: RenditionPart[][] = []
  let size = 0
  for (const rendition of renditions) {
    const last = requests.at(-1)
    size += rendition.bytes.byteLength
    if (last && size <= REQUEST.bytes && last.length < REQUEST.parts) last.push(rendition)
    else {
      requests.push([rendition])
      size = rendition.bytes.byteLength
    }
  }
  return requests
}

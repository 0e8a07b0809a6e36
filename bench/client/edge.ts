import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { plainPage } from './pages.ts'

/** A file that the edge serves itself, for comparisons on the product's origin. */
export type OwnFile = { type: string; text: string }

type Own = {
  files?: Readonly<Record<string, OwnFile>>
  /** Answers a call of the API itself; undefined leaves it to the product. */
  json?: (url: string) => string | undefined
  /** Replaces what embeds show, so that it is as heavy as in production, whatever the library contains. */
  original?: Buffer
  /** A WebP in the place of a GIF, for who takes no AVIF. */
  webp?: (path: string) => Promise<Uint8Array> | undefined
}

const ORIGINAL = /^\/media\/\w+\/(original|downsized)\.(avif|webp)$/

type Kept = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const TEXT = /^(text\/|application\/(json|javascript)|image\/svg)/

const compressed = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/**
 * Proxies the local server as the platform's edge does: it compresses text with brotli and caches responses in memory.
 * So the browser is measured, not the simulators. On the same origin it serves the page to compare with, a plain picture.
 */
export async function startEdge(
  port: number,
  upstream: number,
  { files = {}, json, original, webp }: Own = {},
): Promise<() => Promise<void>> {
  const kept = new Map<string, Promise<Kept>>()
  const packed = new Map<string, Buffer>()

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const url = incoming.url ?? '/'
    if (url.startsWith('/plain?')) {
      outgoing.setHeader('content-type', 'text/html; charset=utf-8')
      return void outgoing.end(plainPage(url))
    }
    const said = json?.(url)
    const file = said === undefined ? files[url] : { type: 'application/json', text: said }
    if (file) {
      const body = packed.get(url) ?? compressed(Buffer.from(file.text))
      packed.set(url, body)
      const headers = { 'content-type': file.type, 'content-encoding': 'br', 'content-length': body.length }
      return void outgoing.writeHead(200, headers).end(body)
    }
    const twin = incoming.headers.accept?.includes('image/avif') ? undefined : await webp?.(url)
    if (twin) return void outgoing.writeHead(200, { 'content-type': 'image/webp' }).end(twin)
    // Pingbacks end here: a benchmark's views must not count in the local library.
    if (incoming.method === 'POST') return void outgoing.writeHead(204).end()
    const isRead = incoming.method === 'GET' && !incoming.headers.range
    const found = (isRead && kept.get(url)) || forward(upstream, incoming)
    if (isRead) kept.set(url, found)
    const { status, headers, body: served } = await found
    const body = (ORIGINAL.test(url) && original) || served
    outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => {
      console.error(`${incoming.url}: ${error}`)
      outgoing.writeHead(502).end()
    })
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}

function forward(port: number, incoming: IncomingMessage): Promise<Kept> {
  const { method, url: path, headers } = incoming
  return new Promise((resolve, reject) => {
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      try {
        const body = Buffer.concat(await response.toArray())
        resolve(pack({ status: response.statusCode ?? 502, headers: response.headers, body }))
      } catch (error) {
        reject(error)
      }
    })
    onward.on('error', reject)
    incoming.pipe(onward)
  })
}

function pack({ status, headers, body }: Kept): Kept {
  const { 'transfer-encoding': _chunks, connection: _connection, ...rest } = headers
  if (rest['content-encoding'] || !TEXT.test(rest['content-type'] ?? ''))
    return { status, headers: rest, body }
  return { status, headers: { ...rest, 'content-encoding': 'br' }, body: compressed(body) }
}

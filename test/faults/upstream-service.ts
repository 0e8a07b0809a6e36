import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

const images = Object.fromEntries(
  ['original', 'fixed_width', 'original_still', 'fixed_width_still'].map((name) => [
    name,
    { url: `https://media.provider.test/${name}.gif`, width: '200', height: '100' },
  ]),
)

const gif = (id: string) => ({
  type: 'gif',
  id,
  slug: `a-cat-${id}`,
  url: `https://provider.test/gifs/a-cat-${id}`,
  title: 'A Cat GIF',
  rating: 'g',
  images,
})

const LIST = /\/(search|trending|related|recommendations)\b/

/** The bodies of pingbacks that arrived. */
export const pingbacks: string[] = []

/** The forms with files that arrived. */
export const uploads: Buffer[] = []

/** The paths of requests that have arrived. */
export const arrived: string[] = []

const SLOW_MS = 40

const zipped = gzipSync('{"data":{"id":"x"},"meta":{"status":200,"msg":"OK","response_id":"r1"}}')

/** No gzip at all, one cut short, and one whose checksum is wrong. */
const badGzip = (path: string): Buffer => {
  if (path.includes('cut')) return zipped.subarray(0, zipped.length >> 1)
  return path.includes('sum')
    ? Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8)])
    : Buffer.from('no gzip')
}

/** The provider: one item for any id, late where it is called slow; lists of 25; and services that take pingbacks and know who is logged in. */
export async function upstreamService(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  arrived.push(path)
  if (path.endsWith('/pingback')) {
    pingbacks.push(await text(request))
    return void response.end('{}')
  }
  if (path === '/imaging/trim') {
    uploads.push(await buffer(request))
    return void response.end('{"success":true,"url":"https://media.provider.test/cut.gif","id":"cut"}')
  }
  if (path === '/login/check') return void response.end('{"logged_in":true,"user":{"id":7}}')
  if (path.includes('slow')) await pause(SLOW_MS)
  if (path.includes('badgzip')) {
    return void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(badGzip(path))
  }
  const data = LIST.test(path)
    ? Array.from({ length: 25 }, (_, n) => gif(`item${n}`))
    : gif(path.split('/').pop() ?? '')
  response.setHeader('Content-Type', 'application/json')
  response.end(
    JSON.stringify({
      data,
      pagination: { total_count: 25, count: 25, offset: 0 },
      meta: { status: 200, msg: 'OK', response_id: 'r1' },
    }),
  )
}

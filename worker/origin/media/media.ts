import type { D1Database, R2Bucket, R2Object } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import type { Transport } from '../../../shared/net/transport.ts'
import { toFailure } from '../../http/errors.ts'
import { storedNames } from '../json/aliases.ts'
import { type FileRow, findFile, findUserFile } from '../queries/files.ts'
import { removedGif } from '../queries/state.ts'
import { type Part, readRange } from './range.ts'
import { isUnchanged, rangeStands } from './validators.ts'

type Deps = { db: D1Database; bucket: R2Bucket }

// T36: what a path may name at all. Nothing of it ever becomes part of a key. `avatar/80h.png` is the 80-pixel
// variant that clients make of `avatar.png` (§3); avatars are stored at that height.
const ITEM = /^\/media\/([A-Za-z0-9]{1,64})\/([a-z0-9_]{1,40})\.(gif|webp|mp4)$/
const USER = /^\/media\/user-(\d{1,20})\/(avatar|banner)(?:\/80h)?\.(gif|webp|png|jpg)$/

const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** `docs/threats.md`, Headers; every answer bears them, refusals too. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
  'Timing-Allow-Origin': '*',
} as const

/** Headers that ask for a part, or for nothing that is known already. */
const CONDITIONS = ['range', 'if-none-match', 'if-modified-since'] as const

// A day and no longer: a takedown must reach every cache (`docs/contract.md`, Routes).
const KEEP = 'public, max-age=86400'

/** The library's files: `/media/{id}/{rendition}.{ext}` out of R2, with ranges and validators. */
export const mediaOrigin =
  ({ db, bucket }: Deps): Transport =>
  async (request) => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new AppError('method-not-allowed', 'Only GET and HEAD')
      }
      return await send(bucket, await locate(db, new URL(request.url).pathname), request)
    } catch (error) {
      return refused(error)
    }
  }

/** A file as it is asked for: where it lies, and what to call it. */
type Located = { key: string; name: string; type: string }

async function locate(db: D1Database, path: string): Promise<Located> {
  const [, itemId, rendition = '', format = ''] = ITEM.exec(path) ?? []
  if (itemId) {
    const row = await findFile(db, itemId, storedNames(rendition), format)
    return located(row, `${itemId}.${format}`, format)
  }
  const [, userId, picture = '', extension = ''] = USER.exec(path) ?? []
  if (!userId) throw noSuchFile()
  const row = await findUserFile(db, userId, picture)
  if (row?.r2_key?.endsWith(`.${extension}`) === false) throw noSuchFile()
  return located(row, `${picture}-${userId}.${extension}`, extension)
}

function located(row: FileRow | undefined, name: string, format: string): Located {
  if (row?.is_removed) throw removedGif()
  if (!row?.r2_key) throw noSuchFile()
  return { key: row.r2_key, name, type: TYPES[format] ?? 'application/octet-stream' }
}

async function send(bucket: R2Bucket, file: Located, request: Request): Promise<Response> {
  const asks = request.method === 'HEAD' || CONDITIONS.some((name) => request.headers.has(name))
  // Only who asks for a part, or has the file perhaps, costs a second question.
  const stored = asks ? await bucket.head(file.key) : undefined
  if (stored === null) throw noSuchFile()
  if (stored && isUnchanged(request.headers, stored)) return answer(304, null, described(file, stored))
  if (stored && request.method === 'HEAD') return answer(200, null, sized(file, stored, stored.size))

  const part =
    stored && rangeStands(request.headers, stored)
      ? readRange(request.headers.get('range'), stored.size)
      : undefined
  if (part === 'beyond') return answer(416, null, { 'Content-Range': `bytes */${stored?.size ?? '*'}` })
  return sendBody(bucket, file, part)
}

async function sendBody(bucket: R2Bucket, file: Located, part: Part | undefined): Promise<Response> {
  const object = await bucket.get(file.key, part && { range: part })
  if (!object) throw noSuchFile()
  // Workers' own type of a stream is not the DOM's, though it is the same object.
  const body = object.body as unknown as ReadableStream
  if (!part) return answer(200, body, sized(file, object, object.size))
  const last = part.offset + part.length - 1
  const range = { 'Content-Range': `bytes ${part.offset}-${last}/${object.size}` }
  return answer(206, body, { ...sized(file, object, part.length), ...range })
}

const described = (file: Located, { httpEtag, uploaded }: R2Object): Record<string, string> => ({
  'Content-Type': file.type,
  'Content-Disposition': `inline; filename="${file.name}"`,
  'Accept-Ranges': 'bytes',
  'Cache-Control': KEEP,
  ETag: httpEtag,
  'Last-Modified': uploaded.toUTCString(),
})

const sized = (file: Located, stored: R2Object, length: number) => ({
  ...described(file, stored),
  'Content-Length': String(length),
})

const answer = (status: number, body: BodyInit | null, headers: Record<string, string>): Response =>
  new Response(body, { status, headers: { ...HEADERS, ...headers } })

const noSuchFile = () => new AppError('not-found', 'No such file')

function refused(error: unknown): Response {
  const known = error instanceof AppError
  if (!known) console.error('media', error)
  const { kind, status, message } = toFailure(
    known ? error : new AppError('unavailable', 'The library does not answer', { cause: error }),
  )
  return Response.json(
    { error: { kind, message } },
    { status, headers: { ...HEADERS, 'Cache-Control': 'public, max-age=6', ...MORE[status] } },
  )
}

/** What some refusals say beside. */
const MORE: Readonly<Record<number, Record<string, string>>> = {
  405: { Allow: 'GET, HEAD' },
  503: { 'Retry-After': '6', 'Cache-Control': 'no-store' },
}

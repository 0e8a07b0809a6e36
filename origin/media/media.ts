import type { D1Database, R2Bucket, R2Object, ReadableStream as StoredBytes } from '@cloudflare/workers-types'
import { AppError, failureOf } from '../../shared/errors.ts'
import { MEDIA_TYPES } from '../../shared/media/limits.ts'
import { PRIVATE_HEADERS } from '../../shared/net/headers.ts'
import { own } from '../../shared/own.ts'
import { within } from '../../shared/server/deadline.ts'
import { type Actor, VISITOR } from '../../shared/server/origin.ts'
import { storedNames } from '../json/gif-json.ts'
import { variantKey } from '../people/picture-keys.ts'
import { type FileRow, findClip, findFile, findUserFile } from '../queries/files.ts'
import { removedGif } from '../queries/gifs.ts'
import { can } from '../site/actor.ts'
import {
  type ByteRange,
  isUnchanged,
  rangeApplies,
  readRange,
  type Stored,
  standIns,
} from './request-headers.ts'

/** Bytes that are read at once: each read costs time in JavaScript, which a stream that the platform pipes does not. */
const CHUNK = 256 * 1024

/**
 * A file's stream of `length` bytes that breaks off when its store sends no chunk for `ms`. Only the time in which the client
 * wants more counts: one who reads slowly is not cut off.
 */
function withoutStalls(source: StoredBytes, length: number, ms: number): ReadableStream {
  // Of a stream of known length the platform sends `Content-Length`.
  const { readable, writable } = new FixedLengthStream(length)
  pump(source, writable.getWriter(), Math.max(1, Math.min(CHUNK, length)), ms)
  return readable
}

async function pump(source: StoredBytes, writer: WritableStreamDefaultWriter, chunk: number, ms: number) {
  const reader = source.getReader({ mode: 'byob' })
  try {
    for (;;) {
      const { done, value } = await within(ms, () => reader.readAtLeast(chunk, new Uint8Array(chunk)))
      if (value && value.byteLength > 0) await writer.write(value)
      if (done || !value) break
    }
    await writer.close()
  } catch (error) {
    // Neither is awaited: what stalls may not end either.
    reader.cancel(error).catch(() => {})
    writer.abort(error).catch(() => {})
  }
}

type Deps = { db: D1Database; bucket: R2Bucket }

// T36: what a path may name at all. Nothing of it ever becomes part of a key. `avatar/80h.png` is the 80-pixel
// variant that clients make of `avatar.png` (§3). An avatar that was sent in has three heights. What is in front of the
// height says which avatar it is: another one has another address.
const ITEM = /^\/media\/([A-Za-z0-9]{1,64})\/([a-z0-9_]{1,40})\.(gif|webp|png|mp4|avif|webm|mov)$/
const USER =
  /^\/media\/user-([A-Za-z0-9-]{1,64})\/(avatar|banner)(?:\/[A-Za-z0-9-]{1,8})?(?:\/(80|160|400)h)?\.(gif|webp|png|jpg)$/
const CLIP = /^\/media\/clip-([0-9a-f]{32})\/clip\.(gif|webp|mp4)$/

/** An avatar may be a JPEG, an item never is. */
const TYPES = { ...MEDIA_TYPES, jpg: 'image/jpeg' }

/** `docs/threats.md`, Headers. Every response has them, errors included. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
  'Timing-Allow-Origin': '*',
} as const

/** Headers of a range or conditional request. */
const CONDITIONS = ['range', 'if-none-match', 'if-modified-since'] as const

/** ms without a byte after which a file has stalled: its store keeps one of the request's six connections (M15). */
const STALL_MS = 5000

// A day for a visitor, an hour for all others, and no longer: a takedown must reach every cache (`docs/contract.md`,
// Routes). RFC 9111, 5.2.2.10: with `s-maxage` no shared cache serves it stale.
const CACHED = { 'Cache-Control': 'public, max-age=86400, s-maxage=3600' } as const
const UNLISTED = { 'X-Robots-Tag': 'noindex' } as const
// AVIF or WebP under a GIF's address stays with its visitor: a shared cache that overlooks Vary has nothing to mix up
// (`docs/decisions/2026-11-22-a-gif-may-be-webp.md`).
const OWN_COPY = { 'Cache-Control': 'private, max-age=86400' } as const
// A clip ends with what it was cut from, and at once (T56): each copy of it is asked about.
const OF_CLIP = { 'Cache-Control': 'private, no-cache' } as const

/** The library's files: `/media/{id}/{rendition}.{ext}` out of R2, with ranges and validators. */
export const mediaOrigin =
  ({ db, bucket }: Deps) =>
  async (request: Request, actor: Actor = VISITOR): Promise<Response> => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new AppError('method-not-allowed', 'Only GET and HEAD')
      }
      return await send(bucket, await locate(db, request, actor), request)
    } catch (error) {
      return errorResponse(error)
    }
  }

/** A requested file: its key in R2, its file name and type, and the headers that follow from who may see it. */
type Located = {
  key: string
  name: string
  type: string
  headers: Record<string, string>
  isVariant?: boolean
}

async function locate(db: D1Database, request: Request, actor: Actor): Promise<Located> {
  const path = new URL(request.url).pathname
  const [, itemId, rendition = '', format = ''] = ITEM.exec(path) ?? []
  if (itemId) {
    const names = storedNames(rendition)
    if (format === 'gif') return gifOrSmaller(db, itemId, names, request.headers.get('accept'), actor)
    return located(await findFile(db, itemId, names, format), `${itemId}.${format}`, format, actor)
  }
  const [, clipId, clipFormat = ''] = CLIP.exec(path) ?? []
  if (clipId) {
    const row = await findClip(db, clipId, clipFormat)
    return located(row, `clip.${clipFormat}`, clipFormat, actor, OF_CLIP)
  }
  const [, userId, picture = '', height, extension = ''] = USER.exec(path) ?? []
  if (!userId) throw noSuchFile()
  const row = await findUserFile(db, userId, picture)
  if (row?.r2_key?.endsWith(`.${extension}`) === false) throw noSuchFile()
  const r2_key = row?.r2_key && height ? variantKey(row.r2_key, Number(height)) : row?.r2_key
  const file = row && { ...row, r2_key: r2_key ?? null }
  return located(file, `${picture}-${userId}.${extension}`, extension, actor)
}

/** A GIF, or the smallest of its AVIF and WebP that the visitor takes: §5 shows stickers and stills by the plain URL. */
async function gifOrSmaller(
  db: D1Database,
  id: string,
  names: readonly string[],
  accept: string | null,
  actor: Actor,
): Promise<Located> {
  const row = await findFile(db, id, names, 'gif', standIns(accept))
  const format = row?.instead ?? 'gif'
  const { headers, ...file } = located(row, `${id}.${format}`, format, actor)
  const isVariant = format !== 'gif'
  const cached = isVariant && !row?.is_hidden ? { ...headers, ...OWN_COPY } : headers
  const vary = row?.is_hidden ? `${PRIVATE_HEADERS.Vary}, Accept` : 'Accept'
  return { ...file, headers: { ...cached, Vary: vary }, isVariant }
}

function located(
  row: FileRow | undefined,
  name: string,
  format: string,
  actor: Actor,
  shown: Record<string, string> = CACHED,
): Located {
  if (row?.is_removed) throw removedGif()
  if (!row?.r2_key || !can(actor, 'see', { user_id: row.user_id, isHidden: row.is_hidden }))
    throw noSuchFile()
  const headers = { ...(row.is_hidden ? PRIVATE_HEADERS : shown), ...(!row.is_indexable && UNLISTED) }
  return { key: row.r2_key, name, type: own(TYPES, format) ?? 'application/octet-stream', headers }
}

async function send(bucket: R2Bucket, file: Located, request: Request): Promise<Response> {
  const needsHead = request.method === 'HEAD' || CONDITIONS.some((name) => request.headers.has(name))
  // Only range, conditional and HEAD requests need a second call to R2.
  const stored = needsHead ? await bucket.head(file.key) : undefined
  if (stored === null) throw noSuchFile()
  const validators = stored && validatorsOf(file, stored)
  if (validators && isUnchanged(request.headers, validators))
    return respond(304, null, fileHeaders(file, validators))
  if (stored && request.method === 'HEAD') return respond(200, null, withLength(file, stored, stored.size))

  const part =
    stored && validators && rangeApplies(request.headers, validators)
      ? readRange(request.headers.get('range'), stored.size)
      : undefined
  if (part === 'beyond') return respond(416, null, { 'Content-Range': `bytes */${stored?.size ?? '*'}` })
  return sendBody(bucket, file, part)
}

async function sendBody(bucket: R2Bucket, file: Located, part: ByteRange | undefined): Promise<Response> {
  const object = await bucket.get(file.key, part && { range: part })
  if (!object) throw noSuchFile()
  const body = withoutStalls(object.body, part?.length ?? object.size, STALL_MS)
  if (!part) return respond(200, body, withLength(file, object, object.size))
  const last = part.offset + part.length - 1
  const range = { 'Content-Range': `bytes ${part.offset}-${last}/${object.size}` }
  return respond(206, body, { ...withLength(file, object, part.length), ...range })
}

// Two files have a GIF's address: a time does not tell which of them a client has, an ETag does.
const validatorsOf = ({ isVariant }: Located, { httpEtag, uploaded }: R2Object): Stored =>
  isVariant ? { httpEtag } : { httpEtag, uploaded }

const fileHeaders = (file: Located, { httpEtag, uploaded }: Stored): Record<string, string> => ({
  'Content-Type': file.type,
  'Content-Disposition': `inline; filename="${file.name}"`,
  'Accept-Ranges': 'bytes',
  ...file.headers,
  ETag: httpEtag,
  ...(uploaded && { 'Last-Modified': uploaded.toUTCString() }),
})

const withLength = (file: Located, stored: R2Object, length: number) => ({
  ...fileHeaders(file, validatorsOf(file, stored)),
  'Content-Length': String(length),
})

const respond = (status: number, body: BodyInit | null, headers: Record<string, string>): Response =>
  new Response(body, { status, headers: { ...HEADERS, ...headers } })

const noSuchFile = () => new AppError('not-found', 'No such file')

function errorResponse(error: unknown): Response {
  const known = error instanceof AppError
  if (!known) console.error('media', error)
  const { kind, status, message } = failureOf(
    known ? error : new AppError('unavailable', 'The library does not answer', { cause: error }),
  )
  return Response.json(
    { error: { kind, message } },
    { status, headers: { ...HEADERS, 'Cache-Control': 'public, max-age=6', ...ERROR_HEADERS[status] } },
  )
}

/** Headers of some error statuses. */
const ERROR_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  405: { Allow: 'GET, HEAD' },
  503: { 'Retry-After': '6', 'Cache-Control': 'no-store' },
}

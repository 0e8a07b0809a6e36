import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { AppError, failureOf } from '../../shared/errors.ts'
import { MEDIA_TYPES } from '../../shared/media/limits.ts'
import { PRIVATE_HEADERS } from '../../shared/net/headers.ts'
import { own } from '../../shared/own.ts'
import { type Actor, type MediaCaches, VISITOR } from '../../shared/server/origin.ts'
import { storedNames } from '../json/gif-json.ts'
import { variantKey } from '../people/picture-keys.ts'
import { type FileRow, findClip, findFile, findUserFile } from '../queries/files.ts'
import { removedGif } from '../queries/gifs.ts'
import { can } from '../site/actor.ts'
import { isHashed } from '../uploads/lease.ts'
import { type Kept, KeptBytes } from './kept-bytes.ts'
import {
  type ByteRange,
  isUnchanged,
  rangeApplies,
  readRange,
  type Stored,
  standIns,
} from './request-headers.ts'
import { ShownFiles, type Wanted } from './shown-files.ts'
import { withoutStalls } from './without-stalls.ts'

type Deps = {
  db: D1Database
  bucket: R2Bucket
  /** The database at its nearest replica, where there is such a thing. */
  replica?: D1Database
  /** What makes a picture cheap. Without it, each read asks the database and the bucket. */
  near?: MediaCaches
}

// T36: what a path may name at all. Nothing of it ever becomes part of a key. `avatar/80h.png` is the 80-pixel
// variant that clients make of `avatar.png` (§3). An avatar that was sent in has three heights. What is in front of the
// height says which avatar it is: another one has another address.
const ITEM = /^\/media\/([A-Za-z0-9]{1,64})\/([a-z0-9_]{1,40})\.(gif|webp|png|mp4|avif|webm|mov)$/
const USER =
  /^\/media\/user-([A-Za-z0-9_-]{1,64})\/(avatar|banner)(?:\/([A-Za-z0-9-]{1,8}))?(?:\/(80|160|400)h)?\.(gif|webp|png|jpg)$/
const CLIP = /^\/media\/clip-([0-9a-f]{32})\/clip\.(gif|webp|mp4)$/

/** An avatar may be a JPEG, an item never is. */
const TYPES = { ...MEDIA_TYPES, jpg: 'image/jpeg' }

/** `docs/threats.md`, Headers. Every response has them, errors included. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Age, Content-Length, Content-Range, ETag, X-Cache',
  'Timing-Allow-Origin': '*',
} as const

/** Headers of a range or conditional request. */
const CONDITIONS = ['range', 'if-none-match', 'if-modified-since'] as const

// A day for a visitor, an hour for all others, and no longer: a takedown must reach every cache (`docs/contract.md`,
// Routes). RFC 9111, 5.2.2.10: with `s-maxage` no shared cache serves it stale.
const CACHED = { 'Cache-Control': 'public, max-age=86400, s-maxage=3600' } as const
const UNLISTED = { 'X-Robots-Tag': 'noindex' } as const
// AVIF or WebP under a GIF's address stays with its visitor: a shared cache that overlooks Vary has nothing to mix up
// (`docs/decisions/2026-11-22-a-gif-may-be-webp.md`).
const OWN_COPY = { 'Cache-Control': 'private, max-age=86400' } as const
// A clip ends with what it was cut from, and at once (T56): each copy of it is asked about.
const OF_CLIP = { 'Cache-Control': 'private, no-cache' } as const

/**
 * The library's files: `/media/{id}/{rendition}.{ext}` out of R2, with ranges and validators. What all may see comes from the
 * data centre's cache; who may see more reads the database and the bucket, and leaves nothing in between.
 */
export function mediaOrigin({ db, replica, bucket, near }: Deps) {
  const shown = near && new ShownFiles(near)
  const kept = near?.cache && new KeptBytes({ ...near, cache: near.cache, bucket })

  /** Where a missing file was found in an old fact, it is looked up once more. */
  async function serve(request: Request, actor: Actor, again = false): Promise<Response> {
    const isShared = shown !== undefined && actor === VISITOR
    const find: Find = async (wanted, read) => {
      if (!isShared || !wanted) return read(db)
      // What a replica does not have yet, the primary has. No log says what has become of a user's picture.
      const inBoth = async () => {
        const row = replica && wanted.item ? await read(replica) : undefined
        return row?.r2_key ? row : read(db)
      }
      return shown.find(wanted, inBoth, again)
    }
    const file = await locate({ db, find }, request, actor)
    try {
      return await send(bucket, file, request, isShared && !file.isPrivate ? kept : undefined)
    } catch (error) {
      const isMissing = error instanceof AppError && error.kind === 'not-found'
      if (again || !isShared || !isMissing) throw error
      return serve(request, actor, true)
    }
  }

  return async (request: Request, actor: Actor = VISITOR): Promise<Response> => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new AppError('method-not-allowed', 'Only GET and HEAD')
      }
      return await serve(request, actor)
    } catch (error) {
      return errorResponse(error)
    }
  }
}

/** Finds a file's row by a read of the database, or by what is known of it; of nothing `wanted` nothing is kept. */
type Find = (
  wanted: Wanted | undefined,
  read: (db: D1Database) => Promise<FileRow | undefined>,
) => Promise<FileRow | undefined>

/** A requested file: its key in R2, its file name and type, and the headers that follow from who may see it. */
type Located = {
  key: string
  name: string
  type: string
  size: number | undefined
  headers: Record<string, string>
  isVariant?: boolean
  /** No cache may have it. */
  isPrivate: boolean
}

type Looking = { db: D1Database; find: Find }

async function locate({ db, find }: Looking, request: Request, actor: Actor): Promise<Located> {
  const url = new URL(request.url)
  const path = url.pathname
  const [, itemId, rendition = '', format = ''] = ITEM.exec(path) ?? []
  if (itemId) {
    const names = storedNames(rendition)
    const instead = format === 'gif' ? standIns(request.headers.get('accept')) : []
    const wanted = { name: [itemId, ...names, format, ...instead].join('/'), item: itemId }
    let row = await find(wanted, (db) => findFile(db, itemId, names, format, instead))
    const lease = actor.role === 'staff' && row?.is_removed ? url.searchParams.get('lease') : null
    if (row && lease && (await isHashed(db, { gif: itemId, lease }, Date.now())))
      row = { ...row, is_removed: false, is_hidden: true }
    if (format === 'gif') return gifOrSmaller(row, itemId, actor)
    return located(row, `${itemId}.${format}`, format, actor)
  }
  const [, clipId, clipFormat = ''] = CLIP.exec(path) ?? []
  if (clipId) {
    const row = await find(undefined, (db) => findClip(db, clipId, clipFormat))
    return { ...located(row, `clip.${clipFormat}`, clipFormat, actor, OF_CLIP), isPrivate: true }
  }
  const [, userId, picture = '', version = '', height, extension = ''] = USER.exec(path) ?? []
  if (!userId) throw noSuchFile()
  // Another picture has another address: what is known of the one before is not said of it.
  const wanted = { name: `user/${userId}/${picture}/${version}` }
  const row = await find(wanted, (db) => findUserFile(db, userId, picture))
  if (row?.r2_key?.endsWith(`.${extension}`) === false) throw noSuchFile()
  const r2_key = row?.r2_key && height ? variantKey(row.r2_key, Number(height)) : row?.r2_key
  const file = row && { ...row, r2_key: r2_key ?? null }
  return located(file, `${picture}-${userId}.${extension}`, extension, actor)
}

/** A GIF, or the smallest of its AVIF and WebP that the visitor takes: §5 shows stickers and stills by the plain URL. */
function gifOrSmaller(row: FileRow | undefined, id: string, actor: Actor): Located {
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
  return {
    key: row.r2_key,
    name,
    type: own(TYPES, format) ?? 'application/octet-stream',
    size: row.size ?? undefined,
    headers,
    isPrivate: row.is_hidden,
  }
}

async function send(
  bucket: R2Bucket,
  file: Located,
  request: Request,
  kept: KeptBytes | undefined,
): Promise<Response> {
  const needsHead = request.method === 'HEAD' || CONDITIONS.some((name) => request.headers.has(name))
  // Only range, conditional and HEAD requests need to know the file before its bytes.
  const known = needsHead ? await kept?.head(file.key) : undefined
  const stored = known ?? (needsHead ? await bucket.head(file.key) : undefined)
  if (stored === null) throw noSuchFile()
  const validators = stored && validatorsOf(file, stored)
  const state = stateOf(known)
  if (validators && isUnchanged(request.headers, validators))
    return respond(304, null, { ...fileHeaders(file, validators), ...state })
  if (stored && request.method === 'HEAD')
    return respond(200, null, { ...withLength(file, stored, stored.size), ...state })

  const part =
    stored && validators && rangeApplies(request.headers, validators)
      ? readRange(request.headers.get('range'), stored.size)
      : undefined
  if (part === 'beyond')
    return respond(416, null, { 'Content-Range': `bytes */${stored?.size ?? '*'}`, ...state })
  const hit = await kept?.open(file.key, part)
  if (hit) return bodyResponse(file, hit.kept, hit.body, part, stateOf(hit.kept))
  const taken = await kept?.take(file.key, file.size, part)
  if (taken) return bodyResponse(file, taken.kept, taken.body, part, MISS)
  const object = await bucket.get(file.key, part && { range: part })
  if (!object) throw noSuchFile()
  return bodyResponse(file, object, withoutStalls(object.body, part?.length ?? object.size), part, MISS)
}

const MISS = { 'x-cache': 'miss', age: '0' } as const

const stateOf = (kept: Kept | undefined) =>
  kept ? { 'x-cache': 'hit', age: String(Math.floor((Date.now() - kept.keptAt) / 1000)) } : MISS

type Facts = Stored & { size: number }

function bodyResponse(
  file: Located,
  stored: Facts,
  body: ReadableStream,
  part: ByteRange | undefined,
  state: Record<string, string>,
): Response {
  const headers = { ...withLength(file, stored, part?.length ?? stored.size), ...state }
  if (!part) return respond(200, body, headers)
  const last = part.offset + part.length - 1
  return respond(206, body, { ...headers, 'Content-Range': `bytes ${part.offset}-${last}/${stored.size}` })
}

// Two files have a GIF's address: a time does not tell which of them a client has, an ETag does.
const validatorsOf = ({ isVariant }: Located, { httpEtag, uploaded }: Stored): Stored =>
  isVariant || !uploaded ? { httpEtag } : { httpEtag, uploaded }

const fileHeaders = (file: Located, { httpEtag, uploaded }: Stored): Record<string, string> => ({
  'Content-Type': file.type,
  'Content-Disposition': `inline; filename="${file.name}"`,
  'Accept-Ranges': 'bytes',
  ...file.headers,
  ETag: httpEtag,
  ...(uploaded && { 'Last-Modified': uploaded.toUTCString() }),
})

const withLength = (file: Located, stored: Stored, length: number) => ({
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
    {
      status,
      headers: { ...HEADERS, ...MISS, 'Cache-Control': 'public, max-age=6', ...ERROR_HEADERS[status] },
    },
  )
}

/** Headers of some error statuses. */
const ERROR_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  405: { Allow: 'GET, HEAD' },
  503: { 'Retry-After': '6', 'Cache-Control': 'no-store' },
}

import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { imagingCalls } from '../../shared/calls/services.ts'
import { AppError, InputError, KIND_OF_STATUS } from '../../shared/errors.ts'
import { isFilm, LIMITS, MEDIA_TYPES, MediaError } from '../../shared/media/limits.ts'
import { MediaWalk, type WalkedMedia } from '../../shared/media/read-header.ts'
import { bytesUpTo, hex } from '../../shared/net/bytes.ts'
import { holdOf, releaseBody } from '../../shared/server/body/hold.ts'
import type { FetchSource, Origin } from '../../shared/server/origin.ts'
import { DAY_MS } from '../../shared/time.ts'
import { takeRoom } from '../bounds.ts'
import { personOf } from '../site/actor.ts'
import { type CallOutput, type CheckedRequest, callOrigin, type HandlersOf } from '../site/call-origin.ts'
import { contentOf, passDoor } from '../uploads/bytes-door.ts'
import { giveUpKeys, noteKeys } from '../uploads/file-rows.ts'
import { type ReceivedMedia, receiveMedia, refusedFile } from '../uploads/store-file.ts'
import { cutMedia } from './cut.ts'
import type { Span } from './span.ts'

/** ms that a clip is there. */
const CLIP_MS = DAY_MS

/** Where a clip was cut from: an item of the library, or another clip. Neither for a file from elsewhere. */
type ClipPlace = { gif?: string | undefined; clip?: string | undefined }
/** Likewise, and the content of the file. */
type ClipSource = ClipPlace & { content: string }

const INSERT_CLIP = `
  INSERT INTO clips (id, format, r2_key, gif_id, expires_at, sha256, source_sha256)
  VALUES (?1, ?2, ?3, coalesce(?4, (SELECT gif_id FROM clips WHERE id = ?5)), ?6, ?7,
          coalesce((SELECT source_sha256 FROM clips WHERE id = ?5), ?8))`
const KEEP_FILE = 'UPDATE unused_files SET keep_until = ?2 WHERE r2_key = ?1'
const DROP_EXPIRED = 'DELETE FROM clips WHERE expires_at < ?1'

/** Puts a clip's pieces while they are read, a part at a time. Its address is the returned path for a day. */
async function storeClip(
  { d1, bucket, nowMs, actor }: Given,
  pieces: readonly Uint8Array[],
  { gif, clip, content }: ClipSource,
): Promise<ReceivedMedia & { path: string }> {
  const media = await receiveMedia(bucket, inTurn(pieces))
  const { key, kind } = media
  const id = hex(crypto.getRandomValues(new Uint8Array(16)))
  const by = personOf(actor).id
  const until = new Date(nowMs + CLIP_MS).toISOString()
  try {
    await passDoor(d1, 'cut', [content, media.sha256])
    await takeRoom(d1, 'clips', by)
    await takeRoom(d1, 'bytes', by, media.bytes)
    await noteKeys(d1, [key], nowMs).run()
    await media.commit()
    await d1.batch([
      d1.prepare(INSERT_CLIP).bind(id, kind, key, gif ?? null, clip ?? null, until, media.sha256, content),
      d1.prepare(KEEP_FILE).bind(key, until),
      d1.prepare(DROP_EXPIRED).bind(new Date(nowMs).toISOString()),
    ])
  } catch (error) {
    await media.abort()
    // Where this fails too, the file goes an hour later.
    await giveUpKeys(d1, [key]).catch(() => {})
    throw error
  }
  return { ...media, path: `/media/clip-${id}/clip.${kind}` }
}

async function* inTurn(pieces: readonly Uint8Array[]) {
  yield* pieces
}

type Deps = {
  d1: D1Database
  bucket: R2Bucket
  fetchSource: FetchSource
  /** The library's files, by their path. */
  ownMedia: Origin
}
type Given = Deps & CheckedRequest

/** A PNG that comes here moves. */
const TYPES = { ...MEDIA_TYPES, png: 'image/apng' }

const handlers: HandlersOf<typeof imagingCalls, Deps> = {
  videoInfo: (given, { url }) =>
    withFile(given, url, 'url', async (bytes) => {
      const { kind, width, height, durationMs, bytes: size } = walked(bytes)
      const duration = durationMs / 1000
      // A picture is its own; a film has none that is made already.
      const thumbnail_url = isFilm(kind) ? '' : url
      return {
        body: { title: titleOf(url), url, thumbnail_url, type: TYPES[kind], duration, width, height, size },
      }
    }),

  trimUrl: (given, { media_url, ...times }) =>
    withFile(given, media_url, 'media_url', (bytes) => trim(given, bytes, times, sourceOf(given, media_url))),

  trimFile: async (given, { file, media_url = '', ...times }) =>
    file
      ? asRefusal('file', async () => trim(given, await bytesOf(file), times, {}))
      : handlers.trimUrl(given, { media_url, ...times }),
}

/** §7 The imaging service, where none is configured: reads and cuts files. Clips are files of the library for a day. */
export const imagingOrigin = (deps: Deps): Origin => callOrigin({ calls: imagingCalls, handlers, deps })

// The bytes of a form's file are those of its body.
const bytesOf = async (file: Blob) => new Uint8Array(await file.bytes())

type Times = { start?: number | undefined; duration?: number | undefined }

async function trim(given: Given, bytes: Uint8Array, times: Times, place: ClipPlace): Promise<CallOutput> {
  const { kind } = walked(bytes)
  const source = { ...place, content: await contentOf(bytes) }
  const cut = cutMedia(kind, bytes, spanOf(times))
  const { path, width, height, bytes: size } = await storeClip(given, cut.pieces, source)
  const body = {
    url: given.publicUrl + path,
    type: TYPES[kind],
    start: seconds(cut.startMs),
    duration: seconds(cut.durationMs),
    width,
    height,
    size,
    cut_at: cut.isExact ? 'frame' : 'key_frame',
  }
  return { body }
}

const seconds = (ms: number) => Math.round(ms) / 1000

function spanOf({ start = 0, duration = Infinity }: Times): Span {
  if (duration === 0)
    throw new InputError('duration must be more than 0', { duration: 'must be more than 0' })
  return { startMs: Math.round(start * 1000), endMs: Math.round((start + duration) * 1000) }
}

/** Size and kind of a file, within the limits of all files. @throws MediaError */
function walked(bytes: Uint8Array): WalkedMedia {
  const walk = new MediaWalk()
  walk.push(bytes)
  return walk.end()
}

/** The file's name in an address, without its ending. */
function titleOf(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  return name.replace(/\.[^.]*$/, '')
}

/** Reads a file from its address, as the only large one in memory, and does something with it. */
async function withFile(
  given: Given,
  address: string,
  field: string,
  work: (bytes: Uint8Array) => Promise<CallOutput>,
): Promise<CallOutput> {
  const { actor, request } = given
  await holdOf(request, personOf(actor).id).take(LIMITS.bytes)
  try {
    return await asRefusal(field, async () => work(await load(given, address, field)))
  } finally {
    releaseBody(given.request)
  }
}

/** A file that is refused is a 400, or a 413; what is not cut here a 501. */
async function asRefusal(field: string, work: () => Promise<CallOutput>): Promise<CallOutput> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.reason === 'unsupported') throw new AppError('not-implemented', error.message)
    throw refusedFile(error, field)
  }
}

const isOwn = ({ publicUrl }: Given, address: string) => new URL(address).host === new URL(publicUrl).host

/** T10: of our own host only the library's files are read, with the caller's rights. The Worker has checked the host. */
async function load(given: Given, address: string, field: string): Promise<Uint8Array> {
  if (!isOwn(given, address)) return given.fetchSource(address, field)
  const response = await given.ownMedia(new Request(address), given.actor)
  const bytes = response.ok ? await bytesUpTo(response, LIMITS.bytes) : undefined
  if (bytes) return bytes
  await response.body?.cancel()
  throw new AppError(KIND_OF_STATUS[response.status] ?? 'unavailable', `${field} is no file of the library`)
}

function sourceOf(given: Given, address: string): ClipPlace {
  if (!isOwn(given, address)) return {}
  const [, folder = ''] = new URL(address).pathname.split('/media/')
  const [id = ''] = folder.split('/')
  return id.startsWith('clip-') ? { clip: id.slice('clip-'.length) } : { gif: id }
}

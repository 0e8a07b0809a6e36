import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { isFilm } from '../../shared/media/limits.ts'
import { MediaWalk } from '../../shared/media/read-header.ts'
import { hex } from '../../shared/net/bytes.ts'
import type { Size } from '../../shared/picture/renditions.ts'
import { type FormPart, formParts, textOfPart } from '../../shared/server/body/form-parts.ts'
import { holdOf } from '../../shared/server/body/hold.ts'
import { boundaryOf } from '../../shared/server/body/multipart.ts'
import { assertDeclared, readPieces } from '../../shared/server/body/read-request-body.ts'
import { within } from '../../shared/server/deadline.ts'
import type { LookAtTexts, PictureName, SignedInActor } from '../../shared/server/origin.ts'
import { takeRoom } from '../bounds.ts'
import type { JobDeps } from '../job.ts'
import { AVATAR_HEIGHTS } from '../people/picture-keys.ts'
import { passDoor } from './bytes-door.ts'
import { DROP_NOTES, noteKeys } from './file-rows.ts'
import { giveUp, type UploadDeps } from './receive-upload.ts'
import { type ReceivedMedia, receiveMedia } from './store-file.ts'

/** Bytes of a picture that is sent in, and of one that is made of it. */
const BODY_MAX = 10 * 1024 * 1024
const MADE_MAX = 2 * 1024 * 1024
/** Bytes of each text of a form. */
const TEXT_MAX = 512
/** ms that one picture may take the image service. */
const IMAGE_MS = 30_000
/** What a banner has room for. */
const BANNER = { width: 1600, height: 400 } as const

type Deps = UploadDeps & Pick<JobDeps, 'IMAGES'>

/** A picture, who sends it, and whose it becomes. A page's form is looked at before its file is read. */
type Wanted = {
  name: PictureName
  actor: SignedInActor
  user: string
  /** The notes of a right over others. */
  audit: readonly D1PreparedStatement[]
  look?: LookAtTexts
}

/** What the files of a form are called that are cut already: an avatar's heights, the first one's; a banner. */
const CUT = {
  avatar: AVATAR_HEIGHTS.map((height) => `${height}h`),
  banner: ['banner'],
} as const satisfies Record<PictureName, readonly string[]>

/**
 * Takes in an avatar or a banner: checked as any upload, cut to its sizes by the image service, without motion. If
 * there is no such service, a picture that has the right form already is kept as it is; so are those that were cut elsewhere.
 * What was there before is dropped.
 * @throws InputError for a file other than a picture, or of another form where nothing can cut it; AppError 'forbidden'
 * for one that was taken down or hidden (T56); as `takeRoom` where the day is full (T60)
 */
export async function receivePicture(deps: Deps, request: Request, wanted: Wanted): Promise<void> {
  const { d1, bucket, enqueue } = deps
  const { name, user, audit } = wanted
  const { received, isCut } = await readPictures(deps, request, wanted)
  const keys = received.map(({ key }) => key)
  try {
    for (const media of received) assertPicture(media)
    const contents = received.map(({ sha256 }) => sha256)
    await passDoor(d1, name, contents)
    const bytes = received.reduce((sum, media) => sum + media.bytes, 0)
    await takeRoom(d1, 'bytes', wanted.actor.id, bytes)
    await noteKeys(d1, keys, Date.now()).run()
    for (const media of received) await media.commit()
    const { files, format } = await filesOf(deps, received, isCut ? undefined : name)
    const named = newKeys(name, contents.at(-1) ?? '', format)
    await noteKeys(d1, named, Date.now()).run()
    keys.push(...named)
    for (const [at, key] of named.entries()) await bucket.put(key, files[at] ?? files[0] ?? new Uint8Array())
    await d1.batch([
      ...setPicture(d1, user, name, named[0] ?? null, Date.now()),
      ...audit,
      d1.prepare(DROP_NOTES).bind(JSON.stringify(named)),
    ])
  } catch (error) {
    for (const media of received) await media.abort()
    deps.waitUntil(giveUp(deps, keys))
    throw error
  }
  // The files that came in are kept under other keys, or cut.
  deps.waitUntil(
    giveUp(
      deps,
      received.map(({ key }) => key),
    ),
  )
  enqueue({ kind: 'files' })
}

function assertPicture({ kind }: ReceivedMedia): void {
  if (isFilm(kind)) throw fieldError('file', 'unknown-type: A film is no picture: send a GIF, WebP or PNG')
  if (kind === 'avif') throw fieldError('file', 'unknown-type: Send a GIF, WebP or PNG')
}

/**
 * The keys of a picture's files. They begin with its content, so that the same picture has the same address; the rest is
 * random (T36).
 */
export function newKeys(name: PictureName, sha256: string, format: string): string[] {
  const stem = `m/${sha256.slice(0, 8)}${hex(crypto.getRandomValues(new Uint8Array(12)))}`
  if (name === 'banner') return [`${stem}.${format}`]
  return AVATAR_HEIGHTS.map((height) => `${stem}-${height}h.${format}`)
}

/** The files of a picture: those that came in, where nothing cuts them; else what is made of the first. */
async function filesOf(deps: Deps, received: readonly ReceivedMedia[], name: PictureName | undefined) {
  const [media] = received
  if (!media) throw fieldError('file', 'file is required')
  const made = name && (await makePictures(deps, media, name))
  if (made) return { files: made, format: 'webp' }
  return { files: await Promise.all(received.map((each) => readStored(deps, each))), format: media.kind }
}

const COLUMNS = { avatar: 'avatar_key', banner: 'banner_key' } as const

/** The statements that give a person a picture, or take it away, and drop the files of the one before. */
export function setPicture(
  d1: D1Database,
  user: string,
  name: PictureName,
  key: string | null,
  nowMs: number,
): D1PreparedStatement[] {
  const column = COLUMNS[name]
  const heights = name === 'avatar' ? AVATAR_HEIGHTS : AVATAR_HEIGHTS.slice(0, 1)
  const all = heights.map((height) => `replace(${column}, '-${AVATAR_HEIGHTS[0]}h.', '-${height}h.')`)
  return [
    d1
      .prepare(
        `INSERT OR IGNORE INTO unused_files (r2_key)
         SELECT DISTINCT file.value FROM users, json_each(json_array(${all.join(', ')})) AS file
          WHERE users.id = ?1 AND file.value IS NOT NULL`,
      )
      .bind(user),
    d1
      .prepare(`UPDATE users SET ${column} = ?2, ${name}_url = '', updated_at = ?3 WHERE id = ?1`)
      .bind(user, key, new Date(nowMs).toISOString()),
  ]
}

/**
 * One file, or the files of a picture that was cut elsewhere, the smallest first. The texts of a page's form are in front of
 * its file; a call has none.
 */
async function readPictures(
  deps: Deps,
  request: Request,
  { name, actor, look }: Wanted,
): Promise<{ received: ReceivedMedia[]; isCut: boolean }> {
  if (!look) assertDeclared(request, BODY_MAX)
  const type = request.headers.get('Content-Type') ?? ''
  const texts: [string, string][] = []
  const parts = new Map<string, ReceivedMedia>()
  try {
    for await (const part of formParts(readPieces(request, BODY_MAX), boundaryOf(type))) {
      if (look && !part.isFile && parts.size === 0) {
        texts.push([part.name, await textOfPart(part, TEXT_MAX)])
        continue
      }
      assertPart(part, name, parts)
      look?.(texts)
      assertDeclared(request, BODY_MAX)
      const hold = holdOf(request, actor.id)
      parts.set(part.name, await receiveMedia(deps.bucket, part.content, { hold, field: part.name }))
    }
    if (parts.size === 0) look?.(texts)
    return filesIn(parts, name)
  } catch (error) {
    for (const media of parts.values()) await media.abort()
    throw error
  }
}

/** @throws InputError for a part that a picture's form has not, or has already */
function assertPart(
  { name: field, isFile }: FormPart,
  name: PictureName,
  parts: ReadonlyMap<string, unknown>,
): void {
  const isNamed = field === 'file' || (CUT[name] as readonly string[]).includes(field)
  if (isFile && isNamed && !parts.has(field) && !parts.has('file')) return
  throw new InputError('The form has one file', { [field.slice(0, 40)]: 'is no field of it' })
}

/** The file of a form, or its files that are cut. @throws InputError where some are missing, or are not what their names say */
function filesIn(parts: ReadonlyMap<string, ReceivedMedia>, name: PictureName) {
  const isCut = !parts.has('file')
  const names: readonly string[] = isCut ? CUT[name] : ['file']
  const received = names.flatMap((each) => parts.get(each) ?? [])
  if (parts.size === 0) throw fieldError('file', 'file is required')
  if (received.length < names.length || received.length < parts.size)
    throw fieldError('file', `files must be ${names.join(', ')}`)
  if (isCut) assertCut(received, name)
  return { received, isCut }
}

/** @throws InputError where files that are named as cut are not */
function assertCut(files: readonly ReceivedMedia[], name: PictureName): void {
  for (const [at, media] of files.entries()) {
    const field = CUT[name][at] ?? ''
    if (!isCutTo(media, name, at)) throw fieldError(field, `${field} has not the size that its name says`)
    if (media.kind !== files[0]?.kind) throw fieldError(field, `${field} must be of the format of the others`)
  }
}

/** Whether a file is the one of an avatar's heights that is meant, or a banner, and does not move. */
function isCutTo({ width, height, frames }: ReceivedMedia, name: PictureName, at: number): boolean {
  if (frames > 1) return false
  if (name === 'banner') return width <= BANNER.width && height <= BANNER.height
  return width === height && height === AVATAR_HEIGHTS[at]
}

/** Undefined where nothing here cuts pictures and this one fits as it is. @throws InputError where it does not */
async function makePictures(
  { IMAGES, bucket }: Deps,
  media: ReceivedMedia,
  name: PictureName,
): Promise<Uint8Array[] | undefined> {
  const isFit =
    name === 'avatar'
      ? media.width === media.height
      : media.width <= BANNER.width && media.height <= BANNER.height
  const boxes: Size[] =
    name === 'avatar' ? AVATAR_HEIGHTS.map((side) => ({ width: side, height: side })) : [BANNER]
  const made: Uint8Array[] = []
  for (const box of IMAGES ? boxes : []) {
    const stored = await bucket.get(media.key)
    if (!IMAGES || !stored) throw new AppError('unavailable', 'The picture is not there')
    const fit = name === 'avatar' ? 'cover' : 'scale-down'
    const image = IMAGES.input(stored.body).transform({ ...box, fit })
    const result = await within(IMAGE_MS, () => image.output({ format: 'image/webp', anim: false }))
    const bytes = new Uint8Array(await within(IMAGE_MS, () => new Response(result.image()).arrayBuffer()))
    if (isRight(bytes, box, name)) made.push(bytes)
  }
  if (made.length === boxes.length) return made
  if (isFit) return undefined
  throw fieldError('file', name === 'avatar' ? NOT_SQUARE : NO_ROOM)
}

const NOT_SQUARE = 'shape: The picture must be square: there is no image service here that cuts it'
const NO_ROOM = `shape: The picture must be at most ${BANNER.width} by ${BANNER.height}: there is no image service here that cuts it`

/** Whether what the service made is what was asked for. */
function isRight(bytes: Uint8Array, box: Size, name: PictureName): boolean {
  if (bytes.byteLength > MADE_MAX) return false
  const walk = new MediaWalk()
  walk.push(bytes)
  const { width, height, kind } = walk.end()
  if (kind !== 'webp') return false
  return name === 'avatar'
    ? width === box.width && height === box.height
    : width <= box.width && height <= box.height
}

async function readStored({ bucket }: Deps, { key }: ReceivedMedia): Promise<Uint8Array> {
  const stored = await bucket.get(key)
  if (!stored) throw new AppError('unavailable', 'The picture is not there')
  return new Uint8Array(await stored.arrayBuffer())
}

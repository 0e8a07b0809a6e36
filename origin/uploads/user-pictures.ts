import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { MediaWalk } from '../../shared/media/read-header.ts'
import { hex } from '../../shared/net/bytes.ts'
import type { Size } from '../../shared/picture/renditions.ts'
import { formParts, textOfPart } from '../../shared/server/body/form-parts.ts'
import { holdOf } from '../../shared/server/body/hold.ts'
import { boundaryOf } from '../../shared/server/body/multipart.ts'
import { assertDeclared, readPieces } from '../../shared/server/body/read-request-body.ts'
import { within } from '../../shared/server/deadline.ts'
import type { LookAtTexts, PictureName, SignedInActor } from '../../shared/server/origin.ts'
import type { JobDeps } from '../job.ts'
import { AVATAR_HEIGHTS, variantKey } from '../people/picture-keys.ts'
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

/** Whose picture it is, and which. A page's form is looked at before its file is read. */
type Wanted = { name: PictureName; actor: SignedInActor; look?: LookAtTexts }

/**
 * Takes in one's own avatar or banner: checked as any upload, cut to its sizes by the image service, without motion. If
 * there is no such service, a picture that has the right form already is kept as it is. What was there before is dropped.
 * @throws InputError for a file other than a picture, or of another form where nothing can cut it; AppError 'forbidden'
 * for one that was taken down or hidden (T56)
 */
export async function receivePicture(deps: Deps, request: Request, wanted: Wanted): Promise<void> {
  const { d1, bucket, enqueue } = deps
  const { name, actor } = wanted
  const media = await readPicture(deps, request, wanted)
  const keys: string[] = []
  try {
    if (media.kind === 'mp4')
      throw fieldError('file', 'unknown-type: A film is no picture: send a GIF, WebP or PNG')
    await passDoor(d1, name, [media.sha256])
    await noteKeys(d1, [media.key], Date.now()).run()
    keys.push(media.key)
    await media.commit()
    const stem = `m/${hex(crypto.getRandomValues(new Uint8Array(16)))}`
    const made = await makePictures(deps, media, name)
    const format = made ? 'webp' : media.kind
    const key = name === 'avatar' ? `${stem}-${AVATAR_HEIGHTS[0]}h.${format}` : `${stem}.${format}`
    const files = made ?? [await readStored(deps, media)]
    const named = name === 'avatar' ? AVATAR_HEIGHTS.map((height) => variantKey(key, height)) : [key]
    await noteKeys(d1, named, Date.now()).run()
    keys.push(...named)
    for (const [at, each] of named.entries())
      await bucket.put(each, files[at] ?? files[0] ?? new Uint8Array())
    await d1.batch([
      ...setPicture(d1, actor.id, name, key, Date.now()),
      d1.prepare(DROP_NOTES).bind(JSON.stringify(named)),
    ])
  } catch (error) {
    await media.abort()
    deps.waitUntil(giveUp(deps, keys))
    throw error
  }
  // The file that came in is cut, and not kept.
  deps.waitUntil(giveUp(deps, [media.key]))
  enqueue({ kind: 'files' })
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

/** The texts of a page's form are in front of its file; a call has none. */
async function readPicture(deps: Deps, request: Request, { actor, look }: Wanted): Promise<ReceivedMedia> {
  if (!look) assertDeclared(request, BODY_MAX)
  const type = request.headers.get('Content-Type') ?? ''
  const texts: [string, string][] = []
  let media: ReceivedMedia | undefined
  try {
    for await (const part of formParts(readPieces(request, BODY_MAX), boundaryOf(type))) {
      if (look && !part.isFile && !media) {
        texts.push([part.name, await textOfPart(part, TEXT_MAX)])
        continue
      }
      if (!part.isFile || part.name !== 'file' || media) {
        throw new InputError('The form has one file', { [part.name.slice(0, 40)]: 'is no field of it' })
      }
      look?.(texts)
      assertDeclared(request, BODY_MAX)
      media = await receiveMedia(deps.bucket, part.content, { hold: holdOf(request, actor.id) })
    }
    if (!media) look?.(texts)
  } catch (error) {
    await media?.abort()
    throw error
  }
  if (!media) throw fieldError('file', 'file is required')
  return media
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

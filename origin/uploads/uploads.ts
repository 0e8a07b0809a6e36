import type { R2Bucket } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { SaidPhash } from '../../shared/schema/own/hashes.ts'
import { type FormPart, formParts } from '../../shared/server/body/form-parts.ts'
import { type Hold, holdOf } from '../../shared/server/body/hold.ts'
import { boundaryOf } from '../../shared/server/body/multipart.ts'
import { assertDeclared, readPieces } from '../../shared/server/body/read-request-body.ts'
import type { SignedInActor, UploadsOrigin } from '../../shared/server/origin.ts'
import { receiveBackup } from '../backup/write-backup.ts'
import { assertRoomFor, takeRoom } from '../bounds.ts'
import type { Job, JobDeps } from '../job.ts'
import { userById, userRecordJson } from '../people/users.ts'
import { isOwner, permitUser } from '../site/actor.ts'
import { findUpload, permitItem, uploadJson } from '../site/items.ts'
import { filePart, raiseRevision, waitAgain } from '../site/moderation/versions.ts'
import { hideAgain, passDoor } from './bytes-door.ts'
import { type MadeRendition, noteKeys, putRenditions } from './file-rows.ts'
import { renewLease } from './lease.ts'
import { phashStatements } from './phashes.ts'
import { brokenPromise, type Original, originalOf } from './promised-rendition.ts'
import { giveUp, receiveUpload, type UploadDeps } from './receive-upload.ts'
import { type ReceivedMedia, receiveMedia } from './store-file.ts'
import { receivePicture } from './user-pictures.ts'

/** All files of one request; a client with more of them sends several. */
const BODY_MAX = 64 * 1024 * 1024

/** `fixed_width.webp`: one of the names that items have, and a format. */
const PART =
  /^((?:original|downsized(?:_large)?|fixed_(?:width|height)(?:_small)?)(?:_still)?|hd)\.(gif|webp|png|mp4|avif)$/

/**
 * Takes in renditions that were made elsewhere: one part each under its name (`fixed_width.webp`), checked as any upload, and
 * held against what the name promises.
 * All are taken or none; sent again they replace what was there. A maker names its lease in the address: the item is its own
 * until it says that all is made.
 * @returns how far the item is (`uploadJson`)
 */
async function receiveRenditions(
  deps: UploadDeps,
  request: Request,
  actor: SignedInActor,
  gif: string,
): Promise<object> {
  const { d1, enqueue, waitUntil } = deps
  const writer = { d1, actor, nowMs: Date.now() }
  const { item, audit } = await permitItem(writer, gif, { action: 'gif.renditions' })
  const { searchParams } = new URL(request.url)
  const lease = searchParams.get('lease') ?? ''
  // Anyone else could say that theirs looks like what it does not (T84).
  const phash = actor.role === 'staff' && !lease ? readPhash(searchParams) : undefined
  if (lease) await renewLease(d1, { gif, lease }, writer.nowMs)
  const original = await originalOf(d1, gif)
  const type = request.headers.get('Content-Type') ?? ''
  const made: MadeRendition[] = []
  const started: ReceivedMedia[] = []
  assertDeclared(request, BODY_MAX)
  // Who takes work spends nothing of their own (T60).
  if (!lease) await assertRoomFor(d1, 'bytes', actor.id)
  try {
    for await (const part of formParts(readPieces(request, BODY_MAX), boundaryOf(type))) {
      const hold = holdOf(request, actor.id)
      const [name, media] = await receivePart(deps, part, { hold, original })
      // Renditions of one size are one file.
      const same = started.find(({ sha256 }) => sha256 === media.sha256)
      if (same) await media.abort()
      else {
        if (!lease) await takeRoom(d1, 'bytes', actor.id, media.bytes)
        started.push(media)
        await noteKeys(d1, [media.key], Date.now()).run()
        // At once: the next file needs its memory.
        await media.commit()
      }
      made.push({ name, media: same ?? media })
    }
    if (made.length === 0) throw new InputError('The form has no file', { file: 'is required' })
    const contents = started.map(({ sha256 }) => sha256)
    const { isHidden } = await passDoor(d1, 'rendition', contents)
    const nowMs = Date.now()
    if (lease) await renewLease(d1, { gif, lease }, nowMs)
    const isSentByOwner = isOwner(actor, item) && !lease
    const also = [
      ...(isSentByOwner ? waitAgain(d1, { gif, parts: partsOf(made), nowMs }) : []),
      // What is made of the item's own file is the version that was decided about.
      ...(lease ? [] : [raiseRevision(d1, gif)]),
      ...audit,
      ...(isHidden ? hideAgain(d1, gif, nowMs) : []),
      ...(phash === undefined ? [] : await phashStatements(d1, { gif }, phash, nowMs)),
    ]
    await putRenditions(d1, gif, made, nowMs, { also, isPart: lease !== '' })
    enqueue({ kind: 'files' })
  } catch (error) {
    for (const media of started) await media.abort()
    const keys = started.map(({ key }) => key)
    waitUntil(giveUp(deps, keys))
    throw error
  }
  return uploadJson(await findUpload(d1, gif), gif)
}

/** A perceptual hash in an address. @throws InputError */
function readPhash(params: URLSearchParams): v.InferOutput<typeof SaidPhash> | undefined {
  const read = v.safeParse(v.optional(SaidPhash), params.get('phash') ?? undefined)
  if (read.success) return read.output
  throw fieldError('phash', `phash ${read.issues[0].message}`)
}

/** What files make of an item, for the version that it is then. */
const partsOf = (made: readonly MadeRendition[]) =>
  Object.fromEntries(made.map(({ name, media }) => [filePart(name, media.kind), media.key]))

async function receivePart(
  { bucket }: UploadDeps,
  part: FormPart,
  { hold, original }: { hold: Hold; original: Original | undefined },
): Promise<[string, ReceivedMedia]> {
  const [, name = '', format] = PART.exec(part.name) ?? []
  const field = part.name.slice(0, 40)
  if (!name || !part.isFile)
    throw new InputError('The form has an unknown part', { [field]: 'is no rendition' })
  const media = await receiveMedia(bucket, part.content, { field, hold })
  const fault =
    media.kind === format ? original && brokenPromise(name, media, original) : `is a ${media.kind} file`
  if (!fault) return [name, media]
  await media.abort()
  throw new InputError('A file is not what its name says', { [field]: fault })
}

const PICTURE = /^\/api\/v3\/users\/([A-Za-z0-9_-]{1,64})\/(avatar|banner)$/
const BACKUP = '/api/v3/backup/parts'
const RENDITIONS = /^\/api\/v3\/gifs\/([A-Za-z0-9]{1,64})\/renditions$/

/**
 * Takes in files while they arrive: an upload (`{ id }`, and `duplicate` where the item was there before), and renditions that were made elsewhere. The Worker has checked
 * who sends them; nothing of the body is read before.
 */
export const uploadsOrigin =
  (given: JobDeps & { MEDIA: R2Bucket }, enqueue: (job: Job) => void): UploadsOrigin =>
  async (request, actor, form) => {
    const { DB: d1, MEDIA: bucket, fetchSource, waitUntil } = given
    const { settings } = given
    const deps: UploadDeps = { d1, bucket, fetchSource, waitUntil, enqueue, ...(settings && { settings }) }
    if (actor.role === 'visitor')
      throw new AppError('unauthorized', 'This call is for people who are logged in')
    const { pathname, origin } = new URL(request.url)
    if (pathname === BACKUP && !form)
      return Response.json(await receiveBackup({ d1, bucket }, request, actor))
    const [, whose = '', named] = PICTURE.exec(pathname) ?? []
    const picture = form ? form.picture : named
    if (picture === 'avatar' || picture === 'banner') {
      const act = { d1, actor, nowMs: Date.now() }
      const { user, audit } = await permitUser(act, form ? 'self' : whose, `user.${picture}`)
      const wanted = { name: picture, actor, user: user.id, audit, ...(form && { look: form.look }) } as const
      await receivePicture({ ...deps, ...(given.IMAGES && { IMAGES: given.IMAGES }) }, request, wanted)
      return Response.json(userRecordJson(await userById(d1, user.id), origin))
    }
    const [, gif] = RENDITIONS.exec(pathname) ?? []
    if (!gif) return Response.json(await receiveUpload(deps, request, actor, form?.look))
    const received = await receiveRenditions(deps, request, actor, gif)
    await given.gifsChanged?.([gif], origin)
    return Response.json(received)
  }

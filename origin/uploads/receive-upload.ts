import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { parseInput } from '../../shared/calls/call.ts'
import { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { readLanguageTags } from '../../shared/language-tags.ts'
import { LIMITS } from '../../shared/media/limits.ts'
import { type FormPart, formParts, textOfPart } from '../../shared/server/body/form-parts.ts'
import { type Hold, holdOf } from '../../shared/server/body/hold.ts'
import { boundaryOf } from '../../shared/server/body/multipart.ts'
import { parsePairs } from '../../shared/server/body/parse-pairs.ts'
import { assertDeclared, readPieces, readRequestBody } from '../../shared/server/body/read-request-body.ts'
import type { FetchSource, LookAtTexts, OriginDeps, SignedInActor } from '../../shared/server/origin.ts'
import { assertRoomFor } from '../bounds.ts'
import type { Job } from '../job.ts'
import { assertAllowedWords, assertMayUpload } from '../settings.ts'
import { countTags } from '../site/gif-pages/language-tags.ts'
import { findKnown } from '../site/items.ts'
import { decisionOn, passDoor, removedFile } from './bytes-door.ts'
import { giveUpKeys, noteKeys } from './file-rows.ts'
import { type Import, permitImport } from './import-fields.ts'
import { insertItem, newType, type UploadFields } from './new-item.ts'
import { type ReceivedMedia, receiveMedia } from './store-file.ts'

export type UploadDeps = Pick<OriginDeps, 'settings'> & {
  d1: D1Database
  bucket: R2Bucket
  /** Fetches a file from its address (T10). */
  fetchSource: FetchSource
  enqueue: (job: Job) => void
  waitUntil: (work: Promise<unknown>) => void
}

const KB = 1024
/** All texts of a form, and what the form needs between them. */
const TEXTS_MAX = 64 * KB
const BODY_MAX = LIMITS.bytes + TEXTS_MAX

/** The item of an upload; `duplicate` where it was there before. */
type Received = { id: string; duplicate?: true }

/** An upload: the file, where the form has one, and the form's texts. */
type ReceivedForm = { media: ReceivedMedia | undefined; fields: UploadFields }

/**
 * Takes in an upload (`POST /v1/gifs`): the item is there when it returns. Nothing of it is left where it fails: its file's
 * key is noted before the file is put, and the item's rows are one batch.
 * @param look refuses a form by its texts.
 * @returns the item's id; that of an item with the same file, where there is one that the caller may see.
 */
export async function receiveUpload(
  deps: UploadDeps,
  request: Request,
  actor: SignedInActor,
  look?: LookAtTexts,
): Promise<Received> {
  await assertMayUpload(deps, actor)
  const hold = holdOf(request, actor.id)
  const { media: sent, fields } = await readForm(deps, request, { by: actor.id, hold, look })
  if (!sent) await assertRoom(deps.d1, actor.id)
  const media = sent ?? (await fetchMedia(deps, fields, hold))
  try {
    // Before the file is kept.
    newType(media, fields)
    await assertAllowedWords({ ...deps, actor }, wordsOfFields(fields))
    const permitted = await permitImport(deps.d1, actor, fields)
    await assertRoomFor(deps.d1, 'languageTags', actor.id, countTags(readLanguageTags(fields.language_tags)))
    const { isHidden } = await passDoor(deps.d1, sent ? 'upload' : 'address', [media.sha256])
    const known = await findKnown(deps.d1, media.sha256, actor)
    if (known) {
      await media.abort()
      return { id: known, duplicate: true }
    }
    return await storeItem(deps, media, fields, { actor, isHidden, permitted })
  } catch (error) {
    await media.abort()
    throw error
  }
}

/** What a person has written about an item, as far as it is searched and shown. */
const wordsOfFields = ({ title, alt_text, tags, language_tags }: UploadFields) => ({
  title,
  alt_text,
  tags,
  language_tags,
})

async function storeItem(
  deps: UploadDeps,
  media: ReceivedMedia,
  fields: UploadFields,
  { actor, isHidden, permitted }: { actor: SignedInActor; isHidden: boolean; permitted: Import },
): Promise<Received> {
  const { d1, enqueue, waitUntil } = deps
  const nowMs = Date.now()
  await noteKeys(d1, [media.key], nowMs).run()
  try {
    await media.commit()
    const { owner, audit } = permitted
    const gif = await insertItem(d1, media, fields, { owner, by: actor.id, nowMs, isHidden, audit })
    enqueue({ kind: 'renditions', gif })
    enqueue({ kind: 'vectors', gifs: [gif] })
    return { id: gif }
  } catch (error) {
    waitUntil(giveUp(deps, [media.key]))
    // It was taken down meanwhile.
    if ((await decisionOn(d1, [media.sha256]).catch(() => undefined)) === 'removed') throw removedFile()
    // The same file of the same person, sent twice at once: the other one was first.
    const known = await findKnown(d1, media.sha256, actor).catch(() => undefined)
    if (known) return { id: known, duplicate: true }
    throw error
  }
}

/** Has files deleted that were put and have no item. Where that fails too, the nightly round finds them. */
export async function giveUp({ d1, enqueue }: UploadDeps, keys: readonly string[]): Promise<void> {
  await giveUpKeys(d1, keys).catch(() => {})
  enqueue({ kind: 'files' })
}

async function readForm(
  deps: UploadDeps,
  request: Request,
  { by, hold, look }: { by: string; hold: Hold; look: LookAtTexts | undefined },
): Promise<ReceivedForm> {
  const type = request.headers.get('Content-Type') ?? ''
  // A form that is looked at keeps its texts, which are in front of its file, also where that is too large.
  if (!look) assertDeclared(request, BODY_MAX)
  const texts: [string, string][] = [...new URL(request.url).searchParams].filter(
    ([name]) => name !== 'api_key',
  )
  if (!/^multipart\/form-data *;/i.test(type)) {
    const body = new TextDecoder().decode(await readRequestBody(request, TEXTS_MAX))
    texts.push(...new URLSearchParams(body))
    look?.(texts)
    return { media: undefined, fields: fieldsOf(texts) }
  }
  let media: ReceivedMedia | undefined
  let left = TEXTS_MAX
  try {
    for await (const part of formParts(readPieces(request, BODY_MAX), boundaryOf(type))) {
      if (part.isFile) {
        look?.(texts)
        assertDeclared(request, BODY_MAX)
        if (media) throw oneFile(part)
        await assertRoom(deps.d1, by)
        media = await receiveOne(deps.bucket, part, hold)
      } else {
        const text = await textOfPart(part, left)
        left -= text.length
        texts.push([part.name, text])
      }
    }
    if (!media) look?.(texts)
    return { media, fields: fieldsOf(texts, media) }
  } catch (error) {
    await media?.abort()
    throw error
  }
}

/** Whether someone may store another item, before its file is read. @throws as `assertRoomFor` */
async function assertRoom(d1: D1Database, who: string): Promise<void> {
  await assertRoomFor(d1, 'items', who)
  await assertRoomFor(d1, 'bytes', who)
}

const oneFile = ({ name }: FormPart) =>
  new InputError('An upload has one file', { [name.slice(0, 40)]: 'is no field of an upload' })

async function receiveOne(bucket: R2Bucket, part: FormPart, hold: Hold) {
  if (part.name === 'file') return receiveMedia(bucket, part.content, { hold })
  throw oneFile(part)
}

function fieldsOf(texts: [string, string][], media?: ReceivedMedia): UploadFields {
  // Browsers send empty fields too.
  const { file: _, ...fields } = parsePairs(texts.filter(([, text]) => text !== ''))
  const input = parseInput(ownSiteCalls.uploadGif, fields)
  if ((media === undefined) === (input.source_image_url === undefined)) {
    throw fieldError('file', 'An upload has either a file or a source_image_url')
  }
  return input
}

async function fetchMedia(
  { bucket, fetchSource }: UploadDeps,
  { source_image_url: url }: UploadFields,
  hold: Hold,
): Promise<ReceivedMedia> {
  if (!url) throw new AppError('invalid-input', 'An upload has either a file or a source_image_url')
  // Its bytes are in memory whole.
  await hold.take(LIMITS.bytes)
  const bytes = await fetchSource(url, 'source_image_url')
  async function* once() {
    yield bytes
  }
  return receiveMedia(bucket, once(), { field: 'source_image_url' })
}

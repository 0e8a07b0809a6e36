import type { ImagesBinding, R2Bucket } from '@cloudflare/workers-types'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import type { Size } from '../../shared/picture/renditions.ts'
import { within } from '../../shared/server/deadline.ts'
import { isoTime } from '../../shared/time.ts'
import { bounded } from '../bounded.ts'
import type { Job, JobDeps } from '../job.ts'
import { databaseOf } from '../schema/database.ts'
import { renditions, type UploadRecord, uploads } from '../schema/library.ts'
import { type MadeRendition, putRenditions } from './rendition-rows.ts'
import { receiveMedia } from './store-file.ts'
import { dropFiles, giveUpKeys, noteKeys } from './unused-files.ts'

/** ms for one call of D1 or R2. */
const CALL_MS = 20_000
/** ms that one picture may take the image service. */
const IMAGE_MS = 60_000
/** A job that has said nothing for so long has ended: longer than a rendition may take. */
const LEASE_MS = 2 * 60 * 1000
const TRIES_MAX = 4
const REASON_MAX = 200
/** What one night takes up again. */
const AGAIN_MAX = 200

type Rule = { name: string; format: 'webp' | 'gif'; box: Partial<Size>; isStill?: true }

const BOXES: Record<string, Partial<Size>> = {
  downsized: { width: 480, height: 480 },
  fixed_width: { width: 200 },
  fixed_height: { height: 200 },
  fixed_width_small: { width: 100 },
  fixed_height_small: { height: 100 },
}

/** What is made of a picture, as WebP; what moves as a GIF too. The sizes are those of `media/renditions.ts`. */
const RULES: readonly Rule[] = [
  ...Object.entries(BOXES).flatMap(([name, box]): Rule[] => [
    { name, format: 'webp', box },
    { name, format: 'gif', box },
  ]),
  { name: 'original_still', format: 'webp', box: {}, isStill: true },
  { name: 'fixed_width_still', format: 'webp', box: { width: 200 }, isStill: true },
  { name: 'fixed_height_still', format: 'webp', box: { height: 200 }, isStill: true },
]

type Source = Size & { key: string; frames: number; format: string; isFilm: boolean }
type Deps = JobDeps & { MEDIA: R2Bucket; IMAGES: ImagesBinding }

/** A row that a job works on: taking it over, cancelling or deleting it ends the lease. */
type Lease = { gif: string; since: string }

/**
 * Makes an upload's renditions by the platform's image service. Its row is leased first, so a job that comes twice does
 * nothing the second time. All of them are there at once, or none.
 * https://developers.cloudflare.com/images/transform-images/bindings/
 * @throws what fails, to be tried again; after the last try the row says why. AppError 'conflict' while the row is another's:
 * to be tried again too, for that other may die.
 */
export async function makeRenditions(deps: JobDeps, gif: string): Promise<void> {
  const upload = await claim(deps, gif)
  if (!upload) return assertFree(deps, gif)
  const lease: Lease = { gif, since: upload.updated_at }
  if (upload.tries > TRIES_MAX) return note(deps, lease, 'failed', 'The image service did not come to an end')
  try {
    await work(deps, lease, upload.file)
  } catch (error) {
    const isLast = upload.tries >= TRIES_MAX
    await note(deps, lease, isLast ? 'failed' : 'queued', reasonOf(error))
    if (!isLast) throw error
  }
}

/** Undefined where there is nothing to do: done, cancelled, deleted, or under way. */
async function claim({ DB }: JobDeps, gif: string): Promise<UploadRecord | undefined> {
  const now = Date.now()
  const isOver = and(eq(uploads.state, 'working'), lt(uploads.updated_at, isoTime(now - LEASE_MS)))
  const [upload] = await databaseOf(DB)
    .update(uploads)
    .set({ state: 'working', tries: sql`${uploads.tries} + 1`, updated_at: isoTime(now) })
    .where(and(eq(uploads.gif_id, gif), or(eq(uploads.state, 'queued'), isOver)))
    .returning()
  return upload
}

async function assertFree({ DB }: JobDeps, gif: string): Promise<void> {
  const [row] = await databaseOf(DB)
    .select({ state: uploads.state })
    .from(uploads)
    .where(eq(uploads.gif_id, gif))
  if (row?.state === 'working') throw new AppError('conflict', 'These renditions are being made elsewhere')
}

const isLeased = ({ gif, since }: Lease) =>
  and(eq(uploads.gif_id, gif), eq(uploads.state, 'working'), eq(uploads.updated_at, since))

/** A sign of life. @returns false where the lease has ended */
async function renew({ DB }: JobDeps, lease: Lease): Promise<boolean> {
  const now = isoTime(Date.now())
  const rows = await databaseOf(DB)
    .update(uploads)
    .set({ updated_at: now })
    .where(isLeased(lease))
    .returning({ id: uploads.gif_id })
  lease.since = now
  return rows.length > 0
}

const reasonOf = (error: unknown) =>
  error instanceof AppError ? error.message.slice(0, REASON_MAX) : 'The image service failed'

/** Only while the job is under way: a cancelled one stays cancelled. */
async function note(
  { DB }: JobDeps,
  lease: Lease,
  state: UploadRecord['state'],
  reason: string,
): Promise<void> {
  await databaseOf(DB)
    .update(uploads)
    .set({ state, reason, updated_at: isoTime(Date.now()) })
    .where(isLeased(lease))
}

async function work(deps: JobDeps, lease: Lease, file: string): Promise<void> {
  const { DB, MEDIA, IMAGES } = deps
  const { gif } = lease
  const source = await findSource(deps, gif, file)
  if (!source) return
  if (source.isFilm) return note(deps, lease, 'done', 'A film keeps its own format')
  if (!IMAGES || !MEDIA)
    return note(deps, lease, 'done', 'There is no image service here: the file keeps its own format')
  const made = await makeAll({ ...deps, IMAGES, MEDIA: bounded(MEDIA, CALL_MS) }, lease, source)
  if (!made) return
  if (made.length === 0) return note(deps, lease, 'done', 'The image service made nothing of this file')
  await putRenditions(DB, gif, made, Date.now())
  await dropFiles(deps)
  if (deps.publicUrl) await deps.gifsChanged?.([gif], deps.publicUrl)
  const isMoving = made.some(({ media }) => media.frames > 1)
  if (source.frames === 1 || isMoving) return
  const reason = 'The image service makes stills alone: what moves keeps its own format'
  await databaseOf(DB).update(uploads).set({ reason }).where(eq(uploads.gif_id, gif))
}

async function drop(deps: JobDeps, made: readonly MadeRendition[]): Promise<void> {
  await giveUpKeys(
    deps.DB,
    made.map(({ media }) => media.key),
  )
  await dropFiles(deps)
}

async function findSource({ DB }: JobDeps, gif: string, key: string): Promise<Source | undefined> {
  const [row] = await databaseOf(DB)
    .select()
    .from(renditions)
    .where(and(eq(renditions.gif_id, gif), eq(renditions.name, 'original'), eq(renditions.r2_key, key)))
    .limit(1)
  return row && { ...row, key, isFilm: row.format === 'mp4' }
}

/** Undefined where the lease has ended: then nothing is left of what was made. */
async function makeAll(deps: Deps, lease: Lease, source: Source): Promise<MadeRendition[] | undefined> {
  const made: MadeRendition[] = []
  try {
    for (const rule of RULES) {
      if (!isNeeded(rule, source)) continue
      const one = await makeOne(deps, rule, source)
      if (one) made.push(one)
      if (!(await renew(deps, lease))) return void (await drop(deps, made))
    }
    return made
  } catch (error) {
    await drop(deps, made).catch(() => {})
    throw error
  }
}

function isNeeded({ name, box, isStill }: Rule, { width, height, frames, format }: Source): boolean {
  if (isStill) return frames > 1
  // Clients that read GIFs alone have one of every picture (`origin/json/gif-json.ts`).
  if (name === 'downsized' && format !== 'gif') return true
  return (box.width ?? width) < width || (box.height ?? height) < height
}

/** Undefined where the service has not this format, or made a still of what moves. */
async function makeOne(
  { DB, MEDIA, IMAGES }: Deps,
  { name, format, box, isStill }: Rule,
  source: Source,
): Promise<MadeRendition | undefined> {
  const stored = await MEDIA.get(source.key)
  if (!stored) throw new AppError('unavailable', 'The file of this upload is not there')
  const image = IMAGES.input(stored.body).transform({ ...box, fit: 'scale-down' })
  const output = () => image.output({ format: `image/${format}`, anim: !isStill })
  const result = await within(IMAGE_MS, output).catch((error: unknown) => {
    if (isUnsupported(error)) return undefined
    throw error
  })
  if (!result) return undefined
  const media = await receiveMedia(MEDIA, piecesOf(result.image()))
  const isRight = media.kind === format && (isStill || media.frames > 1 || source.frames === 1)
  if (!isRight) return void (await media.abort())
  await noteKeys(DB, [media.key], Date.now()).run()
  await media.commit()
  return { name, media }
}

/** 9520: the service does not write this format. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && ('code' in error ? error.code === 9520 : /\b9520\b/.test(error.message))

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** The uploads whose renditions are not made, nor being made. */
export async function unfinishedUploads(deps: JobDeps): Promise<Job[]> {
  const rows = await databaseOf(deps.DB)
    .select({ gif: uploads.gif_id })
    .from(uploads)
    .where(
      and(
        sql`${uploads.state} IN ('queued', 'working')`,
        lt(uploads.updated_at, isoTime(Date.now() - LEASE_MS)),
      ),
    )
    .limit(AGAIN_MAX)
  return rows.map(({ gif }) => ({ kind: 'renditions', gif }))
}

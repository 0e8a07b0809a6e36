import type { ImagesBinding, R2Bucket } from '@cloudflare/workers-types'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import { bounded } from '../../upstreams/bounded.ts'
import type { Job, JobDeps } from '../job.ts'
import { databaseOf } from '../schema/database.ts'
import { renditions, type UploadRecord, uploads } from '../schema/library.ts'
import { dropFiles } from './drop-files.ts'
import { type MadeRendition, putRenditions } from './rendition-rows.ts'
import { receiveMedia } from './store-file.ts'
import { giveUpKeys, noteKeys } from './unused-files.ts'

/** ms for one call of D1 or R2. */
const CALL_MS = 20_000
/** A job that has said nothing for so long has ended. */
const STALLED_MS = 10 * 60 * 1000
const TRIES_MAX = 4
const REASON_MAX = 200
/** What one night takes up again. */
const AGAIN_MAX = 200

type Size = { width: number; height: number }
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

type Source = Size & { key: string; frames: number; isFilm: boolean }
type Deps = JobDeps & { MEDIA: R2Bucket; IMAGES: ImagesBinding }

/**
 * Makes an upload's renditions by the platform's image service. Its row is claimed first, so a job that comes twice does
 * nothing the second time. All of them are there at once, or none.
 * https://developers.cloudflare.com/images/transform-images/bindings/
 * @throws what fails, to be tried again; after the last try the row says why.
 */
export async function makeRenditions(deps: JobDeps, gif: string): Promise<void> {
  const upload = await claim(deps, gif)
  if (!upload) return
  try {
    await work(deps, upload)
  } catch (error) {
    const isLast = upload.tries >= TRIES_MAX
    await note(deps, gif, isLast ? 'failed' : 'queued', reasonOf(error))
    if (!isLast) throw error
  }
}

/** Undefined where there is nothing to do: done, cancelled, deleted, or under way. */
async function claim({ DB }: JobDeps, gif: string): Promise<UploadRecord | undefined> {
  const now = Date.now()
  const isStalled = and(eq(uploads.state, 'working'), lt(uploads.updated_at, iso(now - STALLED_MS)))
  const [upload] = await databaseOf(DB)
    .update(uploads)
    .set({ state: 'working', tries: sql`${uploads.tries} + 1`, updated_at: iso(now) })
    .where(and(eq(uploads.gif_id, gif), or(eq(uploads.state, 'queued'), isStalled)))
    .returning()
  return upload
}

const iso = (ms: number) => new Date(ms).toISOString()

const reasonOf = (error: unknown) =>
  error instanceof AppError ? error.message.slice(0, REASON_MAX) : 'The image service failed'

/** Only while the job is under way: a cancelled one stays cancelled. */
async function note(
  { DB }: JobDeps,
  gif: string,
  state: UploadRecord['state'],
  reason: string,
): Promise<void> {
  await databaseOf(DB)
    .update(uploads)
    .set({ state, reason, updated_at: iso(Date.now()) })
    .where(and(eq(uploads.gif_id, gif), eq(uploads.state, 'working')))
}

async function work(deps: JobDeps, { gif_id: gif, file }: UploadRecord): Promise<void> {
  const { DB, MEDIA, IMAGES } = deps
  const source = await findSource(deps, gif, file)
  if (!source) return
  if (source.isFilm) return note(deps, gif, 'done', 'A film keeps its own format')
  if (!IMAGES || !MEDIA)
    return note(deps, gif, 'done', 'There is no image service here: the file keeps its own format')
  const made = await makeAll({ ...deps, IMAGES, MEDIA: bounded(MEDIA, CALL_MS) }, source)
  if (made.length === 0) return note(deps, gif, 'done', 'The image service made nothing of this file')
  if (!(await isWorking(deps, gif))) return drop(deps, made)
  await putRenditions(DB, gif, made, Date.now())
  await dropFiles(deps)
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

async function isWorking({ DB }: JobDeps, gif: string): Promise<boolean> {
  const [row] = await databaseOf(DB)
    .select({ state: uploads.state })
    .from(uploads)
    .where(eq(uploads.gif_id, gif))
  return row?.state === 'working'
}

async function makeAll(deps: Deps, source: Source): Promise<MadeRendition[]> {
  const made: MadeRendition[] = []
  try {
    for (const rule of RULES) {
      if (!isSmaller(rule, source)) continue
      const one = await makeOne(deps, rule, source)
      if (one) made.push(one)
    }
    return made
  } catch (error) {
    await drop(deps, made).catch(() => {})
    throw error
  }
}

const isSmaller = ({ box, isStill }: Rule, { width, height, frames }: Source): boolean =>
  isStill ? frames > 1 : (box.width ?? width) < width || (box.height ?? height) < height

/** Undefined where the service has not this format, or made a still of what moves. */
async function makeOne(
  { DB, MEDIA, IMAGES }: Deps,
  { name, format, box, isStill }: Rule,
  source: Source,
): Promise<MadeRendition | undefined> {
  const stored = await MEDIA.get(source.key)
  if (!stored) throw new AppError('unavailable', 'The file of this upload is not there')
  const image = IMAGES.input(stored.body).transform({ ...box, fit: 'scale-down' })
  const result = await image.output({ format: `image/${format}`, anim: !isStill }).catch((error: unknown) => {
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
        lt(uploads.updated_at, iso(Date.now() - STALLED_MS)),
      ),
    )
    .limit(AGAIN_MAX)
  return rows.map(({ gif }) => ({ kind: 'renditions', gif }))
}

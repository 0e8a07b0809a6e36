import { AppError } from '../../shared/errors.ts'
import { isFilm } from '../../shared/media/limits.ts'
import { renditionSize } from '../../shared/picture/rendition-size.ts'
import { RENDITION_BOXES, type Size } from '../../shared/picture/renditions.ts'
import { within } from '../../shared/server/deadline.ts'
import { isoTime } from '../../shared/time.ts'
import { bounded } from '../bounded.ts'
import type { Job, JobDeps } from '../job.ts'
import { dropFiles, giveUpKeys, type MadeRendition, noteKeys, putRenditions } from './file-rows.ts'
import { IS_SHOWN, overSince, REASON_MAX, TRIES_MAX } from './lease.ts'
import { brokenPromise, type Original } from './promised-rendition.ts'
import { receiveMedia } from './store-file.ts'

/** ms for one call of D1 or R2. */
const CALL_MS = 20_000
/** ms that one picture may take the image service. */
const IMAGE_MS = 60_000
/** ms after which a maker that asks for no more work has gone. */
const MAKER_MS = 5 * 60 * 1000
/** What one night takes up again. */
const AGAIN_MAX = 200

type Rule = { name: string; format: 'webp' | 'gif'; isStill?: true }

const NAMES = ['original', ...Object.keys(RENDITION_BOXES)]

/** What is made of a picture, as WebP; what moves as a GIF too, but for the largest. Of a film the stills alone. */
const RULES: readonly Rule[] = [
  ...NAMES.filter((name) => name !== 'original' && name !== 'downsized_large').flatMap((name): Rule[] => [
    { name, format: 'webp' },
    { name, format: 'gif' },
  ]),
  ...NAMES.map((name): Rule => ({ name: `${name}_still`, format: 'webp', isStill: true })),
]

type Source = Original & { key: string; format: string; isFilm: boolean }
type Deps = JobDeps & Required<Pick<JobDeps, 'MEDIA'>>

/** A row that a job works on: taking it over, cancelling or deleting it ends the lease. */
type Lease = { gif: string; since: string }

/**
 * Makes an upload's renditions by the platform's image service. Its row is leased first, so a job that comes twice does
 * nothing the second time. All of them are there at once, or none. While a maker is here, which makes more, it's left to that.
 * https://developers.cloudflare.com/images/transform-images/bindings/
 * @throws what fails, to be tried again; after the last try the row says why. AppError 'conflict' while the row is another's:
 * to be tried again too, for that other may die.
 */
export async function makeRenditions(deps: JobDeps, gif: string): Promise<void> {
  if (await isMakerHere(deps)) return
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

// ?3 is when a job that is under way has said its last word.
const CLAIM = `
  UPDATE uploads SET state = 'working', lease = '', tries = tries + 1, updated_at = ?2
   WHERE gif_id = ?1 AND (state = 'queued' OR (state = 'working' AND updated_at < ?3))
     AND ${IS_SHOWN}
     AND NOT EXISTS (SELECT 1 FROM lacking_forms WHERE gif_id = ?1 AND state = 'working' AND updated_at >= ?3)
  RETURNING file, tries, updated_at`

async function isMakerHere({ DB }: JobDeps): Promise<boolean> {
  const askedAt = await DB.prepare('SELECT asked_at FROM makers').first<string>('asked_at')
  return (askedAt ?? '') > isoTime(Date.now() - MAKER_MS)
}

/** Null where there is nothing to do: done, cancelled, deleted, or under way. */
function claim({ DB }: JobDeps, gif: string) {
  const now = Date.now()
  return DB.prepare(CLAIM)
    .bind(gif, isoTime(now), overSince(now))
    .first<{ file: string; tries: number; updated_at: string }>()
}

async function assertFree({ DB }: JobDeps, gif: string): Promise<void> {
  const state = await DB.prepare('SELECT state FROM uploads WHERE gif_id = ?1').bind(gif).first('state')
  if (state === 'working') throw new AppError('conflict', 'These renditions are being made elsewhere')
}

const WHERE_LEASED = "WHERE gif_id = ?1 AND state = 'working' AND updated_at = ?2"

/** A sign of life. @returns false where the lease has ended */
async function renew({ DB }: JobDeps, lease: Lease): Promise<boolean> {
  const now = isoTime(Date.now())
  const { meta } = await DB.prepare(`UPDATE uploads SET updated_at = ?3 ${WHERE_LEASED}`)
    .bind(lease.gif, lease.since, now)
    .run()
  lease.since = now
  return meta.changes > 0
}

const reasonOf = (error: unknown) =>
  error instanceof AppError ? error.message.slice(0, REASON_MAX) : 'The image service failed'

/** Only while the job is under way: a cancelled one stays cancelled. What is done here, a maker that comes later does better. */
async function note(
  { DB }: JobDeps,
  { gif, since }: Lease,
  state: 'done' | 'failed' | 'queued',
  reason: string,
): Promise<void> {
  await DB.prepare(
    `UPDATE uploads SET state = ?3, reason = ?4, updated_at = ?5, by_service = (?3 = 'done') ${WHERE_LEASED}`,
  )
    .bind(gif, since, state, reason, isoTime(Date.now()))
    .run()
}

async function work(deps: JobDeps, lease: Lease, file: string): Promise<void> {
  const { DB, MEDIA, IMAGES, VIDEO } = deps
  const { gif } = lease
  const source = await findSource(deps, gif, file)
  if (!source) return
  if (source.isFilm && !VIDEO) return note(deps, lease, 'done', 'A film keeps its own format')
  if (!MEDIA || (!IMAGES && !source.isFilm))
    return note(deps, lease, 'done', 'There is no image service here: the file keeps its own format')
  const made = await makeAll({ ...deps, MEDIA: bounded(MEDIA, CALL_MS) }, lease, source)
  if (!made) return
  if (made.length === 0) return note(deps, lease, 'done', 'The image service made nothing of this file')
  await putRenditions(DB, gif, made, Date.now())
  await dropFiles(deps)
  if (deps.publicUrl) await deps.gifsChanged?.([gif], deps.publicUrl)
  const isAll = !source.isFilm && (source.frames === 1 || made.some(({ media }) => media.frames > 1))
  const reason = isAll ? '' : 'The image service makes stills alone: what moves keeps its own format'
  await DB.prepare('UPDATE uploads SET reason = ?2, by_service = 1 WHERE gif_id = ?1').bind(gif, reason).run()
}

async function drop(deps: JobDeps, made: readonly MadeRendition[]): Promise<void> {
  await giveUpKeys(
    deps.DB,
    made.map(({ media }) => media.key),
  )
  await dropFiles(deps)
}

const SOURCE = `
  SELECT r.width, r.height, r.frames, r.format, r.r2_key AS key, g.duration_ms AS durationMs
    FROM renditions AS r JOIN gifs AS g ON g.id = r.gif_id
   WHERE r.gif_id = ?1 AND r.name = 'original' AND r.r2_key = ?2`

async function findSource({ DB }: JobDeps, gif: string, key: string): Promise<Source | undefined> {
  const row = await DB.prepare(SOURCE).bind(gif, key).first<Omit<Source, 'isFilm'>>()
  return row ? { ...row, isFilm: isFilm(row.format) } : undefined
}

/** Undefined where the lease has ended: then nothing is left of what was made. */
async function makeAll(deps: Deps, lease: Lease, source: Source): Promise<MadeRendition[] | undefined> {
  const made: MadeRendition[] = []
  try {
    for (const rule of RULES) {
      if (!isNeeded(rule, source)) continue
      const same = made.find(({ name, media }) => isAlike(rule, name, media, source))
      const one = same ? { ...same, name: rule.name } : await makeOne(deps, rule, source)
      if (one) made.push(one)
      if (!(await renew(deps, lease))) return void (await drop(deps, made))
    }
    return made
  } catch (error) {
    await drop(deps, made).catch(() => {})
    throw error
  }
}

/** Whether what was made under another name is this too: stills of one size are one file. */
function isAlike({ name, isStill }: Rule, other: string, media: Size, source: Source): boolean {
  const { width, height } = renditionSize(name, source)
  return isStill === true && other.endsWith('_still') && media.width === width && media.height === height
}

function isNeeded({ name, isStill }: Rule, source: Source): boolean {
  if (isStill || source.isFilm) return isStill === true && (source.frames > 1 || source.isFilm)
  // Clients that read GIFs alone have one of every picture (`origin/json/gif-json.ts`).
  if (name === 'downsized' && source.format !== 'gif') return true
  const { width, height } = renditionSize(name, source)
  return width < source.width || height < source.height
}

/** Undefined where the service has not this format, made a still of what moves, or has not resized what it was given. */
async function makeOne(deps: Deps, rule: Rule, source: Source): Promise<MadeRendition | undefined> {
  const { DB, MEDIA } = deps
  const { name } = rule
  const stored = await MEDIA.get(source.key)
  if (!stored) throw new AppError('unavailable', 'The file of this upload is not there')
  const box = { ...renditionSize(name, source), fit: 'scale-down' } as const
  const content = await within(IMAGE_MS, () => convert(deps, stored.body, { ...rule, box, source }))
  if (!content) return undefined
  const media = await receiveMedia(MEDIA, piecesOf(content))
  const isAsked = media.kind === rule.format || (source.isFilm && media.kind === 'png')
  if (!isAsked || brokenPromise(name, media, source)) return void (await media.abort())
  await noteKeys(DB, [media.key], Date.now()).run()
  await media.commit()
  return { name, media }
}

type Conversion = Rule & { box: Size & { fit: 'scale-down' }; source: Source }

/** A picture by the image service; of a film its first frame by the media service, as the image service writes it where it is there. */
async function convert(
  { IMAGES, VIDEO }: Deps,
  body: ReadableStream<Uint8Array>,
  { format, box, isStill, source }: Conversion,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const picture = source.isFilm
    ? await VIDEO?.input(body).transform(box).output({ mode: 'frame', time: '0s', format: 'png' }).media()
    : body
  if (!IMAGES || !picture) return picture
  try {
    const image = IMAGES.input(picture).transform(box)
    return (await image.output({ format: `image/${format}`, anim: !isStill })).image()
  } catch (error) {
    if (isUnsupported(error)) return undefined
    throw error
  }
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

const UNFINISHED = `
  SELECT gif_id AS gif FROM uploads
   WHERE state IN ('queued', 'working') AND updated_at < ?1 AND ${IS_SHOWN} LIMIT ${AGAIN_MAX}`

/** The uploads whose renditions are not made, nor being made. */
export async function unfinishedUploads({ DB }: JobDeps): Promise<Job[]> {
  const { results } = await DB.prepare(UNFINISHED).bind(overSince(Date.now())).all<{ gif: string }>()
  return results.map(({ gif }) => ({ kind: 'renditions', gif }))
}

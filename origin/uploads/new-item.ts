import type { D1Database } from '@cloudflare/workers-types'
import type * as v from 'valibot'
import type { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import type { MediaHeader, MediaKind } from '../../shared/media/limits.ts'
import { ID_DIGITS } from '../../shared/media/limits.ts'
import { RENDITION_BOXES } from '../../shared/picture/renditions.ts'
import { assertRoomFor, hasRoom, spend, throwRefusal } from '../bounds.ts'
import { heatOf } from '../heat.ts'
import { typeColumns, typeFor } from '../item-type.ts'
import { insertRow } from '../sql.ts'
import { hideAgain } from './bytes-door.ts'

export type UploadFields = v.InferOutput<typeof ownSiteCalls.uploadGif.input>

const SLUG_MAX = 80

/** The words of a page's address: `Happy cat!` is `happy-cat`. */
export function titleSlug(title: string): string {
  const plain = title.slice(0, SLUG_MAX).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('-') || 'clip'
  )
}

/** The weight of a new item: above items without views, below popular ones. */
const WEIGHT_OF_NEW = 10

/** 12 letters and digits, 71 random bits. Of 256 values the last 8 have no digit of their own and are drawn again. */
export function newItemId(): string {
  let id = ''
  while (id.length < 12) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 248) id += ID_DIGITS.charAt(byte % 62)
  }
  return id
}

/** Names that clients read. Until its renditions are made, the original serves as each, with its own size. */
const STAND_INS = ['original', ...Object.keys(RENDITION_BOXES)]

/** A picture that does not move is its own still. */
const STILLS = ['original_still', 'fixed_width_still', 'fixed_height_still'] as const

type Media = MediaHeader & { kind: MediaKind; bytes: number; key: string; sha256: string }

/** Films are played by a video player; what may be transparent is a sticker. */
const ownType = ({ kind, isOpen }: Pick<Media, 'kind' | 'isOpen'>) =>
  kind === 'mp4' ? 'video' : isOpen ? 'sticker' : 'gif'

/** What a new item is: what was chosen, else what its file says. @throws InputError as `typeFor` does */
export const newType = (media: Pick<Media, 'kind' | 'isOpen'>, { type }: UploadFields) =>
  type === undefined ? ownType(media) : typeFor(media.kind === 'mp4', type)

/** `2026-11-21 22:00:00`, as GIPHY writes times. */
const providerTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

// The renditions that the original replaces. ?2 is a JSON list of names.
const ADD_RENDITIONS = `
  INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key, sha256)
  SELECT ?1, value, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM gifs WHERE id = ?1)`

const TAKE_FILE = 'DELETE FROM unused_files WHERE r2_key = ?1 AND EXISTS (SELECT 1 FROM gifs WHERE id = ?2)'

/**
 * Writes an item with its files and its upload, all or nothing. Returns its id.
 * @throws AppError 'conflict' or RateLimitError where its owner has no room for it (T60)
 */
export async function insertItem(
  d1: D1Database,
  media: Media,
  fields: UploadFields,
  { userId, nowMs, isHidden }: { userId: string; nowMs: number; isHidden: boolean },
): Promise<string> {
  const id = newItemId()
  const now = new Date(nowMs).toISOString()
  const { title = '', tags = [], rating = 'g', source_post_url: source = '' } = fields
  const { width, height, frames, kind, bytes, key, sha256 } = media
  const names = JSON.stringify([...STAND_INS, ...(frames === 1 && kind !== 'mp4' ? STILLS : [])])
  const row = {
    user_id: userId,
    id,
    slug: titleSlug(title),
    title,
    ...typeColumns(newType(media, fields)),
    rating,
    tags,
    source,
    frames,
    import_datetime: providerTime(nowMs),
    duration_ms: Math.min(media.durationMs, Number.MAX_SAFE_INTEGER),
    heat: heatOf(WEIGHT_OF_NEW, nowMs),
  }
  const more = `?${Object.keys(row).length + 1}`
  const room = `${hasRoom('items', '?1')} AND ${hasRoom('bytes', '?1', more)}`
  const [written] = await d1.batch([
    insertRow(d1, 'gifs', row, { sql: room, values: [bytes] }),
    spend(d1, 'items', userId),
    spend(d1, 'bytes', userId, bytes),
    d1.prepare(ADD_RENDITIONS).bind(id, names, kind, width, height, bytes, frames, key, sha256),
    insertRow(
      d1,
      'uploads',
      { gif_id: id, user_id: userId, sha256, file: key, state: 'queued', created_at: now, updated_at: now },
      { sql: 'EXISTS (SELECT 1 FROM gifs WHERE id = ?1)' },
    ),
    d1.prepare(TAKE_FILE).bind(key, id),
    ...(isHidden ? hideAgain(d1, id, nowMs) : []),
  ])
  if (written?.meta.changes) return id
  await assertRoomFor(d1, 'items', userId)
  return throwRefusal(d1, 'bytes', userId, bytes)
}

import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type * as v from 'valibot'
import type { ownSiteCalls } from '../../shared/calls/catalogue.ts'
import { fieldError } from '../../shared/errors.ts'
import { readLanguageTags } from '../../shared/language-tags.ts'
import { ID_DIGITS, isFilm, type MediaHeader, type MediaKind } from '../../shared/media/limits.ts'
import { RENDITION_BOXES } from '../../shared/picture/renditions.ts'
import { isoTime } from '../../shared/time.ts'
import { assertRoomFor, hasRoom, spend, throwRefusal } from '../bounds.ts'
import { typeFor } from '../item-type.ts'
import { countTags, putLanguageTags } from '../site/gif-pages/language-tags.ts'
import { insertRow } from '../sql.ts'
import { hideAgain } from './bytes-door.ts'
import { itemRow } from './item-row.ts'

export type UploadFields = v.InferOutput<typeof ownSiteCalls.uploadGif.input>

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
const STILLS = STAND_INS.map((name) => `${name}_still`)

type Media = MediaHeader & { kind: MediaKind; bytes: number; key: string; sha256: string }

/** Films are played by a video player; what may be transparent is a sticker. */
const ownType = ({ kind, isOpen }: Pick<Media, 'kind' | 'isOpen'>) =>
  isFilm(kind) ? 'video' : isOpen ? 'sticker' : 'gif'

/** What a new item is: what was chosen, else what its file says. @throws InputError as `typeFor` does, and for an AVIF */
export function newType(media: Pick<Media, 'kind' | 'isOpen'>, { type }: UploadFields) {
  // Not every client shows one, and no other form of it can be made everywhere.
  if (media.kind === 'avif')
    throw fieldError(
      'file',
      'unsupported: An AVIF comes as a rendition alone: send a GIF, WebP, PNG, MP4, WebM or MOV',
    )
  return type === undefined ? ownType(media) : typeFor(isFilm(media.kind), type)
}

// The renditions that the original replaces. ?2 is a JSON list of names.
const ADD_RENDITIONS = `
  INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key, sha256)
  SELECT ?1, value, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM gifs WHERE id = ?1)`

const TAKE_FILE = 'DELETE FROM unused_files WHERE r2_key = ?1 AND EXISTS (SELECT 1 FROM gifs WHERE id = ?2)'

/** Whose an item becomes, who pays for it, when that is, whether it comes hidden, and the notes of a right over others. */
type Cause = {
  owner: string | null
  by: string
  nowMs: number
  isHidden: boolean
  audit: (id: string) => readonly D1PreparedStatement[]
}

/**
 * Writes an item with its files and its upload, all or nothing. Returns its id.
 * @throws AppError 'conflict' or RateLimitError where who sends it has no room for it (T60)
 */
export async function insertItem(
  d1: D1Database,
  media: Media,
  fields: UploadFields,
  { owner, by, nowMs, isHidden, audit }: Cause,
): Promise<string> {
  const { gif_id: id = newItemId(), language_tags } = fields
  const tags = readLanguageTags(language_tags)
  const now = isoTime(nowMs)
  const { width, height, frames, kind, bytes, key, sha256 } = media
  const names = JSON.stringify([...STAND_INS, ...(frames === 1 && !isFilm(kind) ? STILLS : [])])
  const row = itemRow({ ...fields, id, type: newType(media, fields) }, media, { owner, nowMs })
  const more = Object.keys(row).length
  const [who, size, words] = [1, 2, 3].map((n) => `?${more + n}`) as [string, string, string]
  const room = [hasRoom('items', who), hasRoom('bytes', who, size), hasRoom('languageTags', who, words)]
  const isThere = 'EXISTS (SELECT 1 FROM gifs WHERE id = ?1)'
  const [written] = await d1.batch([
    insertRow(d1, 'gifs', row, { sql: room.join(' AND '), values: [by, bytes, countTags(tags)] }),
    spend(d1, 'items', by),
    spend(d1, 'bytes', by, bytes),
    d1.prepare(ADD_RENDITIONS).bind(id, names, kind, width, height, bytes, frames, key, sha256),
    insertRow(
      d1,
      'uploads',
      {
        gif_id: id,
        user_id: owner ?? by,
        sha256,
        file: key,
        state: 'queued',
        created_at: now,
        updated_at: now,
      },
      { sql: isThere },
    ),
    d1.prepare(TAKE_FILE).bind(key, id),
    ...(countTags(tags) > 0
      ? [...putLanguageTags(d1, id, tags), spend(d1, 'languageTags', by, countTags(tags))]
      : []),
    ...audit(id),
    ...(isHidden ? hideAgain(d1, id, nowMs) : []),
  ])
  if (written?.meta.changes) return id
  await assertRoomFor(d1, 'items', by)
  await assertRoomFor(d1, 'languageTags', by, countTags(tags))
  return throwRefusal(d1, 'bytes', by, bytes)
}

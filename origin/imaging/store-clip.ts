import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { hex } from '../../shared/net/bytes.ts'
import { DAY_MS } from '../../shared/time.ts'
import { type ReceivedMedia, receiveMedia } from '../uploads/store-file.ts'
import { giveUpKeys, noteKeys } from '../uploads/unused-files.ts'

/** ms that a clip is there. */
const CLIP_MS = DAY_MS

type Deps = { d1: D1Database; bucket: R2Bucket; nowMs: number }

/** Where a clip was cut from: an item of the library, or another clip of one. Neither for a file from elsewhere. */
export type ClipSource = { gif?: string | undefined; clip?: string | undefined }

const INSERT_CLIP = `
  INSERT INTO clips (id, format, r2_key, gif_id, expires_at)
  VALUES (?1, ?2, ?3, coalesce(?4, (SELECT gif_id FROM clips WHERE id = ?5)), ?6)`
const KEEP_FILE = 'UPDATE unused_files SET keep_until = ?2 WHERE r2_key = ?1'
const DROP_EXPIRED = 'DELETE FROM clips WHERE expires_at < ?1'

/** Puts a clip's pieces while they are read, a part at a time. Its address is the returned path for a day. */
export async function storeClip(
  { d1, bucket, nowMs }: Deps,
  pieces: readonly Uint8Array[],
  { gif, clip }: ClipSource,
): Promise<ReceivedMedia & { path: string }> {
  const media = await receiveMedia(bucket, inTurn(pieces))
  const { key, kind } = media
  const id = hex(crypto.getRandomValues(new Uint8Array(16)))
  const until = new Date(nowMs + CLIP_MS).toISOString()
  try {
    await noteKeys(d1, [key], nowMs).run()
    await media.commit()
    await d1.batch([
      d1.prepare(INSERT_CLIP).bind(id, kind, key, gif ?? null, clip ?? null, until),
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

import { createHash } from 'node:crypto'
import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from '@cloudflare/workers-types'
import { AppError, InputError } from '../../shared/errors.ts'
import { MediaError } from '../../shared/media/limits.ts'
import { MediaWalk, type WalkedMedia } from '../../shared/media/read-header.ts'
import { hex } from '../../shared/net/bytes.ts'
import { HeldBytes } from '../../shared/server/body/held-bytes.ts'
import { Hold, PART_BYTES } from '../../shared/server/body/hold.ts'
import { bounded } from '../bounded.ts'

/** ms for one call of R2. */
const PUT_MS = 20_000

/** A file that was checked and read to its end. It is in the bucket once `commit` has returned. */
export type ReceivedMedia = WalkedMedia & {
  key: string
  /** The SHA-256 of its content. */
  sha256: string
  commit: () => Promise<void>
  abort: () => Promise<void>
}

/** T36: a key is random, never made of what a user sent. It has the form of the library's other keys. */
const newKey = () => `m/${hex(crypto.getRandomValues(new Uint8Array(16)))}`

/**
 * Checks a file while it arrives and hands it to R2 in parts: an upload of any size needs the memory of one. A file of up
 * to 5 MiB is put when it is committed, so a refused one costs R2 nothing.
 * @param field names the file in an error.
 * @param hold what the memory of its part is taken from (T61).
 * @throws AppError 'too-large', InputError for a file that is refused, UpstreamError 'unavailable' where R2 fails, or as
 * `Hold.take`.
 */
export async function receiveMedia(
  bucket: R2Bucket,
  content: AsyncIterable<Uint8Array>,
  { field = 'file', hold = new Hold() }: { field?: string; hold?: Hold } = {},
): Promise<ReceivedMedia> {
  const walk = new MediaWalk()
  const hash = createHash('sha256')
  const parts = partsTo(bucket, newKey(), new HeldBytes(hold, PART_BYTES))
  try {
    for await (const piece of content) {
      walk.push(piece)
      hash.update(piece)
      await parts.add(piece, walk.kind ?? 'gif')
    }
    hold.isRead = true
    const media = walk.end()
    return { ...media, sha256: hash.digest('hex'), ...parts.finish(media.kind) }
  } catch (error) {
    await parts.abort()
    throw error instanceof MediaError ? refusedFile(error, field) : error
  }
}

/** A refused file as a response. @param field names it. */
export function refusedFile({ reason, message }: MediaError, field: string): AppError {
  if (reason === 'too-large') return new AppError('too-large', `The file is too large: ${message}`)
  return new InputError(`The file is refused: ${message}`, { [field]: `${reason}: ${message}` })
}

/** Gathers pieces, and uploads each full part, whose memory is free then. */
function partsTo(bucket: R2Bucket, name: string, part: HeldBytes) {
  let upload: R2MultipartUpload | undefined
  const uploaded: R2UploadedPart[] = []

  async function send(key: string): Promise<R2MultipartUpload> {
    upload ??= bounded(await bucket.createMultipartUpload(key), PUT_MS)
    uploaded.push(await upload.uploadPart(uploaded.length + 1, part.bytes))
    part.clear()
    return upload
  }

  const abort = async () => {
    part.clear()
    await upload?.abort().catch(() => {})
  }

  return {
    abort,
    async add(piece: Uint8Array, kind: string) {
      for (let rest = piece; rest.byteLength > 0; ) {
        if (part.length === PART_BYTES) await send(`${name}.${kind}`)
        const fits = rest.subarray(0, PART_BYTES - part.length)
        await part.append(fits)
        rest = rest.subarray(fits.byteLength)
      }
    },
    finish(kind: string) {
      const key = `${name}.${kind}`
      const commit = async () => {
        if (upload) await (await send(key)).complete(uploaded)
        else await bucket.put(key, part.bytes)
        part.clear()
      }
      return { key, abort, commit }
    },
  }
}

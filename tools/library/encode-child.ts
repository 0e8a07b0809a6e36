/**
 * Decodes the file on standard input and writes its renditions: `node tools/library/encode-child.ts FOLDER ID`; without ID, it
 * only hashes it. It is a process of its own because decoders read strangers' bytes; `encode-file.ts` runs it within limits
 * (T48). Prints an `EncodeReply`.
 */
import { buffer } from 'node:stream/consumers'
import { type Clip, clipDurationMs } from '../../media/clip/clip.ts'
import { decodeClip } from '../../media/decode/decode-clip.ts'
import { writeRenditions } from '../../media/manifest/write-renditions.ts'
import { phashOf } from '../../media/phash.ts'
import { isFilm, kindOf, MediaError } from '../../shared/media/limits.ts'
import type { EncodeReply } from './encode-file.ts'

/** Files with transparency are stickers; a film isn't one. */
const typeOf = (bytes: Uint8Array, clip: Clip) =>
  clip.transparent && !isFilm(kindOf(bytes)) ? 'sticker' : 'gif'

async function encode(folder: string, id: string): Promise<EncodeReply> {
  try {
    const bytes = await buffer(process.stdin)
    const clip = await decodeClip(bytes)
    const phash = await phashOf(clip)
    if (!id) return { phash }
    const renditions = await writeRenditions(folder, id, clip)
    const duration_ms = Math.round(clipDurationMs(clip))
    const frames = clip.frames.length
    return { made: { type: typeOf(bytes, clip), duration_ms, frames, renditions, phash } }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    return { refused: { reason: error.reason, why: error.message } }
  }
}

const [folder = '', id = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await encode(folder, id)))

import * as v from 'valibot'
import { ManifestItemSchema } from '../../media/manifest/manifest.ts'
import { MEDIA_ERRORS, MediaError } from '../../shared/media/limits.ts'
import { runLimited } from './limited-child.ts'

/** In the package `loopframe-server`, it is built. */
const CHILD = `tools/library/encode-child.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`

/** What one file may cost (T48). 64 megapixels in all frames were measured to need 1 GB; AV1 takes minutes. */
const LIMITS = { ms: 300_000, memoryBytes: 2 * 1024 ** 3 } as const

const { type, duration_ms, frames, renditions } = ManifestItemSchema.entries

const ReplySchema = v.union([
  v.object({ made: v.object({ type, duration_ms, frames, renditions, phash: v.string() }) }),
  v.object({ phash: v.string() }),
  v.object({ refused: v.object({ reason: v.picklist(MEDIA_ERRORS), why: v.string() }) }),
])

/** What the child prints. */
export type EncodeReply = v.InferOutput<typeof ReplySchema>

export type Encoded = Extract<EncodeReply, { made: unknown }>['made']

type Limited = { folder: string; limits?: { ms: number; memoryBytes: number } }

/**
 * Decodes a file and writes its renditions to `{folder}/media/{id}/`, in a child process with a deadline and a memory limit. Its
 * temporary files are below the folder as well. @throws MediaError for whatever is wrong with the file.
 */
export async function encodeFile(
  bytes: Uint8Array,
  { id, ...limited }: Limited & { id: string },
): Promise<Encoded> {
  const reply = await runChild(bytes, [id], limited)
  if ('made' in reply) return reply.made
  throw new Error('The child has made nothing')
}

/** A file's perceptual hash, likewise; '' where its frames show too little for one. */
export async function hashFile(bytes: Uint8Array, limited: Limited): Promise<string> {
  const reply = await runChild(bytes, [], limited)
  return 'phash' in reply ? reply.phash : reply.made.phash
}

/** Likewise of a file whose renditions are made already; undefined where it can't be decoded. */
export async function hashIfReadable(bytes: Uint8Array, limited: Limited): Promise<string | undefined> {
  try {
    return await hashFile(bytes, limited)
  } catch (error) {
    if (error instanceof MediaError) return undefined
    throw error
  }
}

async function runChild(bytes: Uint8Array, args: string[], { folder, limits = LIMITS }: Limited) {
  const child = await runLimited([CHILD, folder, ...args], { input: bytes, folder, limits })
  if (child.late) throw new MediaError('too-slow', `it takes more than ${limits.ms / 1000} s`)
  if (child.code !== 0) throw new MediaError('crashed', whyItEnded(child, limits.memoryBytes))
  const reply = v.parse(ReplySchema, JSON.parse(child.output))
  if ('refused' in reply) throw new MediaError(reply.refused.reason, reply.refused.why)
  return reply
}

/** The most telling line, and what most often ends a decoder. */
function whyItEnded(
  { code, signal, complaint }: { code: number | null; signal: string | null; complaint: string },
  memoryBytes: number,
): string {
  const how = signal ?? `code ${code}`
  const error = complaint.split('\n').find((line) => /error|terminate|out of memory|fail/i.test(line)) ?? ''
  const limit = `${Math.round(memoryBytes / 1024 ** 2)} MiB of memory are allowed`
  return `its decoder ended with ${how}; ${limit}${error && `: ${error.trim().slice(0, 200)}`}`
}

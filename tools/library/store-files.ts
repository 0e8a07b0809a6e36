import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ManifestItem, MediaFile } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import { MEDIA_TYPES } from '../../shared/media/limits.ts'
import { MediaWalk, type WalkedMedia } from '../../shared/media/read-header.ts'
import { own } from '../../shared/own.ts'
import { MOVING_FORMATS } from '../../shared/schema/choices.ts'
import type { Library } from './open-library.ts'

/** Concurrent puts: enough to keep the local bucket busy. */
const AT_ONCE = 24

export const filesOfItem = (item: ManifestItem): MediaFile[] =>
  Object.values(item.renditions).flatMap((files) => MOVING_FORMATS.flatMap((format) => files[format] ?? []))

/** What a file is, read from its bytes as those of an upload are, and its SHA-256 in full. */
export type FileFacts = WalkedMedia & { sha256: string }

/** What files are, by their keys. */
export async function factsOf(folder: string, files: readonly MediaFile[]): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>()
  for (const file of files) {
    const key = r2Key(file)
    if (facts.has(key)) continue
    const bytes = await readFile(join(folder, file.file))
    const walk = new MediaWalk()
    walk.push(bytes)
    facts.set(key, { ...walk.end(), sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return facts
}

/** So many files are asked for one by one: a list of all that is there takes longer in a large library. */
const FEW = 200

/** Which of these keys are there, among others. */
async function storedKeys({ media }: Library, wanted: readonly string[]): Promise<Set<string>> {
  if (wanted.length <= FEW) {
    const heads = await Promise.all(wanted.map((key) => media.head(key)))
    return new Set(heads.flatMap((head) => head?.key ?? []))
  }
  const keys = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await media.list({ prefix: 'm/', ...(cursor && { cursor }) })
    for (const { key } of page.objects) keys.add(key)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return keys
}

/** Puts files into R2 under the hash of their content, except those already there. Returns how many were new. */
export async function storeFiles(
  library: Library,
  folder: string,
  files: readonly MediaFile[],
): Promise<number> {
  const given = new Map(files.map((file) => [r2Key(file), file]))
  const stored = await storedKeys(library, [...given.keys()])
  const missing = new Map([...given].filter(([key]) => !stored.has(key)))
  const queue = missing.entries()
  const work = async (): Promise<void> => {
    for (const [key, { file }] of queue) {
      const contentType = own(MEDIA_TYPES, extname(file).slice(1)) ?? 'application/octet-stream'
      await library.media.put(key, await readFile(join(folder, file)), { httpMetadata: { contentType } })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return missing.size
}

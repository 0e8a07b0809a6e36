import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ManifestItem, ManifestUser, MediaFile } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import type { Library } from './open-library.ts'

/** Concurrent puts: enough to keep the local bucket busy. */
const AT_ONCE = 24

const TYPES: Record<string, string> = {
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp4': 'video/mp4',
}

export const filesOfItem = (item: ManifestItem): MediaFile[] =>
  Object.values(item.renditions).flatMap(({ gif, webp, mp4 }) =>
    [gif, webp, mp4].filter((file) => file !== undefined),
  )

export const filesOfUser = ({ avatar, banner }: ManifestUser): MediaFile[] =>
  [avatar, banner].filter((file) => file !== undefined)

/** The SHA-256 of files, in full, by their keys. */
export async function contentsOf(folder: string, files: readonly MediaFile[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const file of files) {
    const bytes = await readFile(join(folder, file.file))
    contents.set(r2Key(file), createHash('sha256').update(bytes).digest('hex'))
  }
  return contents
}

async function storedKeys({ media }: Library): Promise<Set<string>> {
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
  const stored = await storedKeys(library)
  const missing = new Map(
    files.map((file) => [r2Key(file), file] as const).filter(([key]) => !stored.has(key)),
  )
  const queue = missing.entries()
  const work = async (): Promise<void> => {
    for (const [key, { file }] of queue) {
      const contentType = TYPES[extname(file)] ?? 'application/octet-stream'
      await library.media.put(key, await readFile(join(folder, file)), { httpMetadata: { contentType } })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return missing.size
}

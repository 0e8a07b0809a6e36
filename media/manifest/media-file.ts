import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { MediaFile } from './manifest.ts'

/** The first 32 hex digits of a content's SHA-256: names files in R2. */
export const shaOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export const r2Key = ({ file, sha }: MediaFile): string => `m/${sha}${extname(file)}`

/** Writes a file below the manifest's folder and describes it as the manifest does. */
export async function writeMediaFile(folder: string, file: string, bytes: Uint8Array): Promise<MediaFile> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return { file, size: bytes.length, sha: shaOf(bytes) }
}

import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { MediaFile } from './manifest.ts'

/** The first 32 hex digits of the SHA-256 of some content; they name files in R2. */
export const shaOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export const r2Key = ({ file, sha }: MediaFile): string => `m/${sha}${extname(file)}`

/** Writes a file into the manifest's folder and returns its entry in the manifest. */
export async function writeMediaFile(folder: string, file: string, bytes: Uint8Array): Promise<MediaFile> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return { file, size: bytes.length, sha: shaOf(bytes) }
}

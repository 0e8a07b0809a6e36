import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutSquares } from '../../media/encode/cut-squares.ts'
import type { MediaFile } from '../../media/manifest/manifest.ts'
import { AVATAR_HEIGHTS } from '../../origin/people/picture-keys.ts'
import { readBounded } from './ingest-file.ts'

/** An avatar at all its heights, the smallest first. `version` is how its address names its content. */
export type CutAvatar = { version: string; files: Uint8Array[] }

/**
 * The files of an avatar in a folder: those that are cut already, else squares of one picture.
 * @throws Error for what is no picture
 */
export async function cutAvatar(
  folder: string,
  avatar: { file: string } | { cut: readonly MediaFile[] },
): Promise<CutAvatar> {
  const files =
    'cut' in avatar
      ? await Promise.all(avatar.cut.map(({ file }) => readFile(join(folder, file))))
      : await cutSquares(await readBounded(join(folder, avatar.file)), AVATAR_HEIGHTS)
  const sha256 = createHash('sha256')
    .update(files.at(-1) ?? '')
    .digest('hex')
  return { version: sha256.slice(0, 8), files }
}

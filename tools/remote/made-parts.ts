import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import type { MediaKind } from '../../shared/media/limits.ts'
import { MOVING_FORMATS } from '../../shared/schema/choices.ts'
import type { RenditionPart } from './remote-library.ts'

type Renditions = ManifestItem['renditions']

/** The names of renditions as they are sent: `fixed_width.webp`. */
export const namesOf = (renditions: Renditions): string[] =>
  Object.entries(renditions).flatMap(([name, files]) =>
    MOVING_FORMATS.filter((format) => files[format]).map((format) => `${name}.${format}`),
  )

/** The file itself stays its original in its own format. */
export const withoutOriginal = (names: readonly string[], kind: MediaKind): string[] =>
  names.filter((name) => name !== `original.${kind}`)

/** Reads renditions that were made into a folder, by their names. */
export async function readParts(
  folder: string,
  renditions: Renditions,
  names: readonly string[],
): Promise<RenditionPart[]> {
  const read = async (name: string): Promise<RenditionPart | undefined> => {
    const [rendition = '', format] = name.split('.')
    const file = renditions[rendition]?.[format as (typeof MOVING_FORMATS)[number]]?.file
    return file ? { name, bytes: await readFile(join(folder, file)) } : undefined
  }
  return (await Promise.all(names.map(read))).filter((one) => one !== undefined)
}

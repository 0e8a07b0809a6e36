import { readGifHeader } from '../../shared/media/picture-headers.ts'
import type { Clip } from '../clip/clip.ts'
import { type EncodedRendition, encodeRenditions, type Format, type Profile } from '../renditions.ts'
import type { ManifestRendition, MediaFile } from './manifest.ts'
import { writeMediaFile } from './media-file.ts'

type Written = Partial<Record<Format, MediaFile>>

/** Adds the number of frames to a GIF that has fewer than its rendition (it may lose some to stay small). */
function withFrames(file: MediaFile, bytes: Uint8Array, frames: number): MediaFile {
  const own = readGifHeader(bytes).frames
  return own === frames ? file : { ...file, frames: own }
}

async function writeFiles(
  folder: string,
  stem: string,
  { files, frames }: EncodedRendition,
): Promise<Written> {
  const written: Written = {}
  for (const [format, bytes] of Object.entries(files) as [Format, Uint8Array][]) {
    const file = await writeMediaFile(folder, `${stem}.${format}`, bytes)
    written[format] = format === 'gif' ? withFrames(file, bytes, frames) : file
  }
  return written
}

/** Makes a clip's renditions and writes them to `{folder}/media/{slug}/`; a file that two share is written once. */
export async function writeRenditions(
  folder: string,
  slug: string,
  clip: Clip,
  profile?: Profile,
  stillAt?: number,
): Promise<Record<string, ManifestRendition>> {
  const renditions: Record<string, ManifestRendition> = {}
  const written = new Map<string, Written>()
  for (const [name, made] of Object.entries(await encodeRenditions(clip, profile, stillAt))) {
    const { of, width, height, frames } = made
    const entries = written.get(of) ?? (await writeFiles(folder, `media/${slug}/${name}`, made))
    written.set(of, entries)
    renditions[name] = { width, height, frames, ...entries }
  }
  return renditions
}

/** Adds the rendition that only videos have: `hd`, the original as MP4 alone. */
export function withHd(renditions: Record<string, ManifestRendition>): Record<string, ManifestRendition> {
  const { original } = renditions
  if (!original?.mp4) return renditions
  const { width, height, frames, mp4 } = original
  return { ...renditions, hd: { width, height, frames, mp4 } }
}

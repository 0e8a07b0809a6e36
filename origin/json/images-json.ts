import type { GifRow, RenditionRow } from '../queries/gifs.ts'
import { ALIASES, type Alias, SAME_AS } from './aliases.ts'

/** A rendition as GIPHY sends it: numbers are strings. */
export type RenditionJson = Partial<
  Record<
    'url' | 'width' | 'height' | 'size' | 'frames' | 'hash' | 'webp' | 'webp_size' | 'mp4' | 'mp4_size',
    string
  >
>
export type ImagesJson = Record<string, RenditionJson>

type File = { url: string; width: string; height: string; size: string; frames: string }
type Files = Partial<Record<RenditionRow[1], File>>

/** All renditions of an item: the stored ones, then the names that stand for them. */
export function imagesJson(row: GifRow, publicUrl: string): ImagesJson {
  const stored = filesByName(row, publicUrl)
  const images: ImagesJson = {}
  for (const [name, files] of stored) images[name] = rendition(files, name, row.hash)
  for (const [name, same] of Object.entries(SAME_AS)) {
    if (images[same]) images[name] = images[same]
  }
  for (const [name, alias] of Object.entries(ALIASES)) {
    const file = alias.names.map((of) => stored.get(of)?.[alias.format]).find(Boolean)
    if (file) images[name] = aliased(file, alias)
  }
  return images
}

function filesByName({ id, renditions }: GifRow, publicUrl: string): Map<string, Files> {
  const byName = new Map<string, Files>()
  for (const [name, format, width, height, size, frames] of renditions) {
    const files = byName.get(name) ?? {}
    byName.set(name, files)
    files[format] = {
      url: `${publicUrl}/media/${id}/${name}.${format}`,
      width: String(width),
      height: String(height),
      size: String(size),
      frames: String(frames),
    }
  }
  return byName
}

function rendition({ gif, webp, png, mp4 }: Files, name: string, hash: string | null): RenditionJson {
  // An upload has its own format alone, until its renditions are made.
  const picture = gif ?? png ?? webp
  const file = picture ?? mp4
  return {
    ...(file && { width: file.width, height: file.height }),
    ...(picture && { url: picture.url, size: picture.size }),
    ...(webp && { webp: webp.url, webp_size: webp.size }),
    ...(mp4 && { mp4: mp4.url, mp4_size: mp4.size }),
    ...(file && !name.endsWith('_still') && { frames: file.frames }),
    ...(name === 'original' && hash !== null && { hash }),
  }
}

const aliased = ({ url, width, height, size }: File, { as }: Alias): RenditionJson =>
  as === 'video' ? { width, height, mp4: url, mp4_size: size } : { width, height, url, size }

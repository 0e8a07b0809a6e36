import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clip } from '../../media/clip/clip.ts'
import { decimate } from '../../media/clip/decimate.ts'
import { resizeClip } from '../../media/clip/resize-clip.ts'
import { decodeClip } from '../../media/decode/decode-clip.ts'
import { decodeWithSharp } from '../../media/decode/decode-with-sharp.ts'
import { decodeAvif } from '../../media/encode/avif/decode-avif.ts'
import { looksOf } from '../../media/encode/likeness.ts'
import { encodeRenditions, type RenditionName, RULES } from '../../media/renditions.ts'
import { needFfmpeg } from '../../tools/steps/find-ffmpeg.ts'
import type { Findings } from '../figure.ts'

/** What an embed, a grid tile and a picker tile show of most files. */
const SHOWN = {
  embed: 'downsized',
  'grid tile': 'fixed_width',
  'picker tile': 'fixed_width_small',
} as const satisfies Record<string, RenditionName>

/** What is seen of an AVIF. One of a single frame is a still. */
const seenOf = (avif: Uint8Array, source: Clip): Promise<Clip> =>
  source.frames.length > 1 ? decodeAvif(avif, source) : decodeWithSharp(avif)

type Row = Record<string, string | number>
type Sum = { before: number; after: number }

/**
 * Makes the renditions of a folder's files as makers do: bytes of the smaller of GIF and WebP, which was shown, and of the
 * smallest with AVIF, and how alike its frames are to those that it was made from (SSIM of all blocks; of the worst tenth).
 */
export async function tryFiles(folder: string): Promise<Findings> {
  needFfmpeg()
  const rows: Row[] = []
  const sums = new Map<string, Sum>()
  for (const file of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, file))
    const clip = await decodeClip(bytes).catch((error: Error) => error)
    if (clip instanceof Error) {
      console.log(`${file} is refused: ${clip.message}`)
      continue
    }
    const made = await encodeRenditions(clip)
    const row: Row = { file, frames: `${clip.width} x ${clip.height} x ${clip.frames.length}` }
    for (const [place, name] of Object.entries(SHOWN)) {
      const { width = 0, height = 0, files = {} } = made[name] ?? {}
      const before = Math.min(files.gif?.length ?? bytes.length, files.webp?.length ?? bytes.length)
      const after = Math.min(before, files.avif?.length ?? before)
      const sum = sums.get(place) ?? { before: 0, after: 0 }
      sums.set(place, { before: sum.before + before, after: sum.after + after })
      row[`${place} KB`] = `${(before / 1024).toFixed(1)} -> ${(after / 1024).toFixed(1)}`
      if (!files.avif) continue
      const source = await resizeClip(decimate(clip, RULES[name].frames), { width, height })
      const { all, worst } = looksOf(source, await seenOf(files.avif, source))
      row[`${place} SSIM`] = `${all.toFixed(3)}; ${worst.toFixed(2)}`
    }
    console.log(Object.values(row).join('  '))
    rows.push(row)
  }
  return {
    figures: [...sums].map(([place, { before, after }]) => ({
      what: `${place}s of ${rows.length} files`,
      unit: 'of WebP or GIF',
      value: after / before,
      budget: { max: 0.3 },
    })),
    tables: [{ title: `pictures of files in bytes and looks`, rows }],
  }
}

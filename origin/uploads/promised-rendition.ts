import type { D1Database } from '@cloudflare/workers-types'
import { filmSize, isFilm } from '../../shared/media/limits.ts'
import type { WalkedMedia } from '../../shared/media/read-header.ts'
import { renditionSize } from '../../shared/picture/rendition-size.ts'
import type { Size } from '../../shared/picture/renditions.ts'

/** An item's original, which its renditions are held against. */
export type Original = Size & { frames: number; durationMs: number; format: string }

// The uploaded file; of an item of `ingest` the format that kept most frames.
const ORIGINAL = `
  SELECT r.width, r.height, r.frames, r.format, g.duration_ms AS durationMs
    FROM gifs AS g
    JOIN renditions AS r ON r.gif_id = g.id AND r.name = 'original'
    LEFT JOIN uploads AS u ON u.gif_id = g.id
   WHERE g.id = ?1 ORDER BY r.r2_key IS u.file DESC, r.frames DESC LIMIT 1`

/** Undefined where an item has none. */
export const originalOf = async (d1: D1Database, gif: string): Promise<Original | undefined> =>
  (await d1.prepare(ORIGINAL).bind(gif).first<Original>()) ?? undefined

/** H.264 has even sides, and makers round differently. */
const PIXELS = 1
/** Who bounds the bytes of a file drops frames: a GIF of the demo library's 72 has 8 left. Below this no frame may be missing. */
const LEAST_FRAMES = 8
/** No format shows a frame for less: a faster original takes longer in it (`media/encode/`). */
const SHORTEST_MS = 20
/** How much faster or slower a film runs at a whole number of frames a second (`media/encode/frame-rate.ts`). */
const TEMPO = 0.06

/**
 * Whether a file is the rendition that its name promises of this original (`docs/contract.md`): its size, how it moves, and
 * how long.
 * @returns what is wrong with it; undefined where nothing is
 */
export function brokenPromise(name: string, media: WalkedMedia, original: Original): string | undefined {
  const isStill = name.endsWith('_still')
  if (isStill && media.frames > 1) return 'moves'
  return sizeFault(name, media, original) ?? (isStill ? undefined : motionFault(media, original))
}

function sizeFault(name: string, media: Size, original: Original): string | undefined {
  const wanted = renditionSize(name, original)
  const sources = isFilm(original.format) ? [original, filmSize(original)] : [original]
  const sizes = sources.flatMap((source) => {
    const size = renditionSize(name, source)
    // What is smaller than its box may stay so.
    return size.width >= source.width && size.height >= source.height ? [size, source] : [size]
  })
  if (sizes.some((size) => isNear(media.width, size.width) && isNear(media.height, size.height)))
    return undefined
  return `has ${media.width} x ${media.height} pixels instead of ${wanted.width} x ${wanted.height}`
}

const isNear = (length: number, wanted: number) => Math.abs(length - wanted) <= PIXELS

function motionFault(media: WalkedMedia, original: Original): string | undefined {
  const { frames, durationMs, kind } = media
  // A film has a frame for each tick of its rate.
  const isEnough = isFilm(kind) ? frames >= original.frames : frames === original.frames
  if (!isEnough && Math.min(frames, original.frames) < LEAST_FRAMES)
    return `has ${frames} frames instead of ${original.frames}`
  if (original.frames === 1 || original.durationMs === 0) return undefined
  const longest = Math.max(original.durationMs, original.frames * SHORTEST_MS)
  const oneFrame = Math.max(durationMs / frames, original.durationMs / original.frames)
  const slack = Math.max(oneFrame, isFilm(kind) ? original.durationMs * TEMPO : 0)
  if (durationMs >= original.durationMs - slack && durationMs <= longest + slack) return undefined
  return `takes ${durationMs} ms instead of ${original.durationMs}`
}

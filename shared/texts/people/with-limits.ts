import { interpolate } from '../interpolate.ts'
import type { PeopleTexts } from './en.ts'

const MEBI = 1024 * 1024

type Limits = { bytes: number; side: number; frames: number }

/** The texts with what a file may be: its size in bytes, its sides in pixels, its frames. */
export function withLimits(texts: PeopleTexts, { bytes, side, frames }: Limits): PeopleTexts {
  const limits = { size: String(bytes / MEBI), side: String(side), frames: String(frames) }
  const { uploadText, fileLarge } = texts
  return { ...texts, uploadText: interpolate(uploadText, limits), fileLarge: interpolate(fileLarge, limits) }
}

import sharp from 'sharp'
import type { Clip, Frame } from './clip.ts'

export type ClipSize = { width: number; height: number }

/** Frames are scaled one by one: in a strip, rows of one would bleed into the next. */
export async function resizeClip(clip: Clip, { width, height }: ClipSize): Promise<Clip> {
  if (width === clip.width && height === clip.height) return clip
  const raw = { width: clip.width, height: clip.height, channels: 4 } as const
  const frames: Frame[] = []
  for (const { rgba, delayMs } of clip.frames) {
    const picture = sharp(rgba, { raw }).resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    frames.push({ rgba: await picture.raw().toBuffer(), delayMs })
  }
  return { ...clip, width, height, frames }
}

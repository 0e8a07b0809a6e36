import sharp from 'sharp'
import { type Clip, clipFromStrip } from '../media/clip/clip.ts'
import type { Scene } from './drawing/scene.ts'

/** The SVG documents of a scene's frames, in order. */
export const sceneFrames = (scene: Scene): string[] =>
  Array.from({ length: scene.frames }, (_, i) => scene.frame(i / scene.frames))

/** Turns a scene's SVG frames into pixels. */
export async function drawScene(scene: Scene, documents: readonly string[]): Promise<Clip> {
  const { width, height, delayMs } = scene
  const frames = await Promise.all(
    documents.map((svg) =>
      sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).ensureAlpha().raw().toBuffer(),
    ),
  )
  return clipFromStrip(
    Buffer.concat(frames),
    width,
    height,
    documents.map(() => delayMs),
  )
}

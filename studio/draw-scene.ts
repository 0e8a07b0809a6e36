import sharp from 'sharp'
import { type Clip, clipFromStrip } from '../media/clip/clip.ts'
import { dropStill } from '../media/clip/drop-still.ts'
import type { Scene } from './drawing/scene.ts'
import { MOVES, STEP_MS } from './profiles.ts'

/** How many times a scene is drawn: twenty times a second, a film as often as it says. */
const stepsOf = ({ type, frames, delayMs }: Scene): number =>
  type === 'video' ? frames : Math.round((frames * delayMs) / STEP_MS)

/** The SVG documents of a scene's frames, in order. */
export const sceneFrames = (scene: Scene): string[] => {
  const steps = stepsOf(scene)
  return Array.from({ length: steps }, (_, i) => scene.frame(i / steps))
}

/** Turns a scene's SVG frames into pixels, without those that its motion does not need. */
export async function drawScene(scene: Scene, documents: readonly string[]): Promise<Clip> {
  const { width, height, frames, delayMs } = scene
  const drawn = await Promise.all(
    documents.map((svg) =>
      sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).ensureAlpha().raw().toBuffer(),
    ),
  )
  const step = (frames * delayMs) / documents.length
  const delays = documents.map(() => step)
  return dropStill(clipFromStrip(Buffer.concat(drawn), width, height, delays), MOVES)
}

import type { Clip } from '../../clip/clip.ts'
import { runFfmpeg } from '../../ffmpeg/ffmpeg.ts'

/** A track of an animated AVIF as raw pictures, read by ffmpeg. */
const track = (avif: Uint8Array, at: number, pixel: string, most: number) =>
  runFfmpeg(
    [
      ['-f', 'mov', '-i', 'pipe:0', '-map', `0:v:${at}`, '-fps_mode', 'passthrough'],
      ['-vf', 'scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp'],
      ['-f', 'rawvideo', '-pix_fmt', pixel, 'pipe:1'],
    ].flat(),
    { input: avif, most },
  )

/** What another program sees of an animated AVIF that was made of this clip. @throws MediaError, also where it has more frames */
export async function decodeAvif(avif: Uint8Array, clip: Clip): Promise<Clip> {
  const size = clip.width * clip.height
  const rgba = await track(avif, 0, 'rgba', size * clip.frames.length * 4)
  const clear = clip.transparent ? await track(avif, 1, 'gray', size * clip.frames.length) : []
  for (const [i, value] of clear.entries()) rgba.writeUInt8(value, i * 4 + 3)
  const frames = clip.frames.map(({ delayMs }, i) => ({
    rgba: rgba.subarray(i * size * 4, (i + 1) * size * 4),
    delayMs,
  }))
  return { ...clip, frames }
}

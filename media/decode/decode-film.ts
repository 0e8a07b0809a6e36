import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILM_RATE, filmSize, LIMITS, MediaError, type MediaHeader } from '../../shared/media/limits.ts'
import { type Clip, clipFromStrip } from '../clip/clip.ts'
import { runFfmpeg } from '../ffmpeg/ffmpeg.ts'

/** Where a header says nothing of its frames. */
const USUAL_RATE = 25

const rateOf = ({ frames, durationMs }: MediaHeader): number =>
  durationMs > 0 && frames > 1 ? Math.min(FILM_RATE, (frames * 1000) / durationMs) : USUAL_RATE

/** This size; on its side where the film says that it's turned, which ffmpeg then does. */
function scaled({ width, height }: { width: number; height: number }): string {
  const side = (upright: number, turned: number) =>
    `'if(eq(gt(iw,ih),gt(${width},${height})),${upright},${turned})'`
  return `scale=${side(width, height)}:${side(height, width)}:flags=accurate_rnd+full_chroma_int`
}

const END_OF_HEADER = 'ENDHDR\n'

/** Cuts PAM pictures, each with its size before it, into a clip. */
function clipOfPam(pam: Buffer, delayMs: number): Clip {
  const head = pam.indexOf(END_OF_HEADER) + END_OF_HEADER.length
  const [, width = 0, height = 0] = (
    /WIDTH (\d+)\nHEIGHT (\d+)\n/.exec(pam.toString('latin1', 0, head)) ?? []
  ).map(Number)
  const size = width * height * 4
  const frames = size > 0 ? Math.floor(pam.length / (head + size)) : 0
  if (frames === 0) throw new MediaError('broken', 'no frame could be decoded')
  const strip = Buffer.concat(
    Array.from({ length: frames }, (_, i) =>
      pam.subarray((i + 1) * head + i * size, (i + 1) * (head + size)),
    ),
  )
  return clipFromStrip(strip, width, height, new Array<number>(frames).fill(delayMs))
}

/**
 * Decodes a film with ffmpeg, all of its pictures, smaller where the limits want it. @throws MediaError 'unsupported' without ffmpeg, and for
 * what is wrong with the file
 */
export async function decodeFilm(bytes: Uint8Array, header: MediaHeader): Promise<Clip> {
  const size = filmSize(header)
  const pixels = size.width * size.height
  const most = Math.min(LIMITS.frames, Math.floor(LIMITS.framePixels / pixels))
  const rate = rateOf(header)
  const folder = await mkdtemp(join(tmpdir(), 'loopframe-'))
  try {
    const file = join(folder, 'film')
    await writeFile(file, bytes)
    const from = ['-protocol_whitelist', 'file', '-i', file, '-an', '-vf', `fps=${rate},${scaled(size)}`]
    const to = ['-frames:v', String(most), '-f', 'image2pipe', '-c:v', 'pam', '-pix_fmt', 'rgba', 'pipe:1']
    const pam = await runFfmpeg([...from, ...to], { most: most * (pixels * 4 + 256) })
    return clipOfPam(pam, 1000 / rate)
  } finally {
    await rm(folder, { recursive: true })
  }
}

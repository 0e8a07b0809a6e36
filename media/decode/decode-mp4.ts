import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS, MediaError } from '../../shared/media/limits.ts'
import { readMp4Header } from '../../shared/media/mp4-header.ts'
import { type Clip, clipFromStrip } from '../clip/clip.ts'

/** A clip needs no more than 20 pictures a second; more would only make its GIF large. */
const RATE = 20
const PATIENCE_MS = 120_000

const NO_DECODER = 'MP4 needs an ffmpeg on the PATH, and there is none'

const failure = (error: NodeJS.ErrnoException): MediaError => {
  if (error.code === 'ENOENT') return new MediaError('unsupported', NO_DECODER, { cause: error })
  return new MediaError('broken', `ffmpeg: ${error.message}`, { cause: error })
}

/** Runs ffmpeg with no shell and collects the raw frames it writes. */
function ffmpeg(args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const out: Buffer[] = []
    let complaint = ''
    child.stdout.on('data', (part: Buffer) => out.push(part))
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part}`.slice(-300)
    })
    child.on('error', (error) => reject(failure(error)))
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out))
      else reject(new MediaError('broken', `ffmpeg: ${complaint.trim() || `ended with ${code}`}`))
    })
  })
}

/** Decodes MP4 with the ffmpeg on the PATH; without one the file is refused as unsupported. */
export async function decodeMp4(bytes: Uint8Array): Promise<Clip> {
  const { width, height } = readMp4Header(bytes)
  const most = Math.min(LIMITS.frames, Math.floor(LIMITS.framePixels / (width * height)))
  const folder = await mkdtemp(join(tmpdir(), 'loopframe-'))
  try {
    const file = join(folder, 'clip.mp4')
    await writeFile(file, bytes)
    const shape = `fps=${RATE},scale=${width}:${height}`
    const raw = await ffmpeg(
      ['-v', 'error', '-protocol_whitelist', 'file', '-i', file, '-an', '-vf', shape].concat([
        '-frames:v',
        String(most),
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-',
      ]),
    )
    const frames = Math.floor(raw.length / (width * height * 4))
    if (frames === 0) throw new MediaError('broken', 'no frame could be decoded')
    return clipFromStrip(raw, width, height, new Array<number>(frames).fill(1000 / RATE))
  } finally {
    await rm(folder, { recursive: true })
  }
}

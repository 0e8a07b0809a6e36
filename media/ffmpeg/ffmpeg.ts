import { spawn, spawnSync } from 'node:child_process'
import { MediaError } from '../../shared/media/limits.ts'

/** For one run; the process that runs a stranger's file has a deadline of its own (T48). */
const PATIENCE_MS = 180_000
const COMPLAINT_MAX = 300

/** The operator's own program, of any licence: it's run, never shipped. */
export const ffmpegPath = (): string => process.env.FFMPEG_PATH || 'ffmpeg'

const ENCODERS = ['libsvtav1', 'libaom-av1', 'libx264'] as const
export type Encoder = (typeof ENCODERS)[number]

let answer: ReadonlySet<Encoder> | undefined

/** Which encoders ffmpeg has, asked until there's an ffmpeg; undefined where there's none. */
export function ffmpegEncoders(): ReadonlySet<Encoder> | undefined {
  if (answer) return answer
  const { error, stdout } = spawnSync(ffmpegPath(), ['-hide_banner', '-encoders'], { encoding: 'utf8' })
  if (error) return undefined
  const words = new Set(stdout.split(/\s+/))
  answer = new Set(ENCODERS.filter((name) => words.has(name)))
  return answer
}

const failure = (error: NodeJS.ErrnoException): MediaError => {
  if (error.code === 'ENOENT')
    return new MediaError(
      'unsupported',
      'reading films takes ffmpeg: it isn’t on the PATH or at FFMPEG_PATH',
      {
        cause: error,
      },
    )
  if (error.name === 'AbortError')
    return new MediaError('too-slow', `over ${PATIENCE_MS / 1000} s`, { cause: error })
  return new MediaError('broken', `ffmpeg: ${error.message}`, { cause: error })
}

/** What it reads from its standard input, and after how many bytes of output it's stopped. */
type Run = { input?: Uint8Array; most: number }

/**
 * Runs ffmpeg with no shell and collects what it writes to its standard output.
 * @throws MediaError 'unsupported' without ffmpeg, 'too-slow', or 'broken' with its own last words
 */
export function runFfmpeg(args: readonly string[], { input, most }: Run): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpegPath(), ['-v', 'error', ...args], { signal: AbortSignal.timeout(PATIENCE_MS) })
    const out: Buffer[] = []
    let [size, complaint] = [0, '']
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size <= most) out.push(part)
      else child.kill('SIGKILL')
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part}`.slice(-COMPLAINT_MAX)
    })
    // Ended early it closes its input: how it ended says more.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => reject(failure(error)))
    child.on('close', (code) => {
      if (code === 0 && size <= most) resolve(Buffer.concat(out))
      else
        reject(new MediaError('broken', `ffmpeg: ${complaint.trim() || `ended with ${code}, ${size} bytes`}`))
    })
  })
}

import { spawnSync } from 'node:child_process'
import { ffmpegEncoders, ffmpegPath } from '../../media/ffmpeg/ffmpeg.ts'
import { MOVING_FORMATS, type MovingFormat } from '../../shared/schema/choices.ts'

const NAMES = { libsvtav1: 'AV1 (SVT)', 'libaom-av1': 'AV1 (libaom)', libx264: 'H.264' } as const

/** What this machine makes of a file, and a line that says so, with what it has of ffmpeg. What moves is AVIF by AV1 alone. */
export function abilitiesOf(): { line: string; forms: readonly MovingFormat[] } {
  const encoders = ffmpegEncoders()
  const hasAv1 = encoders?.has('libsvtav1') || encoders?.has('libaom-av1')
  const forms = MOVING_FORMATS.filter((form) => form !== 'avif' || hasAv1)
  const makes = `makes ${forms.join(', ')}`
  if (!encoders) return { line: `${makes}; there is no ffmpeg here (FFMPEG_PATH): no AVIF, no films`, forms }
  const { stdout } = spawnSync(ffmpegPath(), ['-hide_banner', '-version'], { encoding: 'utf8' })
  const [name, , version] = stdout.split(' ', 3)
  const has = [...encoders].map((encoder) => NAMES[encoder]).join(', ') || 'no encoder for us'
  return { line: `${makes}; ${name} ${version} with ${has}`, forms }
}

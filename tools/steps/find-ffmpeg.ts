import { ffmpegEncoders } from '../../media/ffmpeg/ffmpeg.ts'
import { installPackages } from './install-packages.ts'

/** Makes sure that tests have an ffmpeg with encoders of AV1: on Debian, as root, it's installed when there's none. */
export function needFfmpeg(): void {
  if (ffmpegEncoders()) return
  installPackages('ffmpeg', ['ffmpeg'])
  if (ffmpegEncoders()) return
  console.error(
    'No ffmpeg found: install it (Debian: apt-get install ffmpeg) or set FFMPEG_PATH to its binary.',
  )
  process.exit(1)
}

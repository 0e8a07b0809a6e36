import {
  BlobSource,
  BufferTarget,
  CanvasSink,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  QUALITY_HIGH,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { type Clip, ClipError } from './clip.ts'
import { filmMarks } from './cut.ts'
import type { Encoder } from './encoder.ts'

/** A film that is longer has too many places on a time line. */
const SECONDS_MAX = 3600
/** How much of it a cut may have, in tenths of a second. */
const PLACES_MAX = 600
/** What a rate is measured by. */
const PACKETS = 120

/** Opens an MP4, MOV or WebM file, of which no more is read than what is shown. @throws ClipError */
export async function openFilm(file: Blob): Promise<Clip> {
  if (!('VideoDecoder' in globalThis)) throw new ClipError('no decoder of films here')
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new BlobSource(file) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) throw new ClipError('this film cannot be decoded')
    const begin = await track.getFirstTimestamp()
    const seconds = (await track.computeDuration()) - begin
    if (!(seconds > 0 && seconds <= SECONDS_MAX)) throw new ClipError(`${seconds} seconds`)
    const { averagePacketRate } = await track.computePacketStats(PACKETS)
    const sink = new CanvasSink(track, { poolSize: 2 })
    return {
      kind: 'film',
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      marks: filmMarks(seconds),
      most: PLACES_MAX,
      rate: averagePacketRate,
      count: (start, end) => Math.ceil((end - start) * averagePacketRate),
      async *frames(start, end) {
        for await (const { canvas, timestamp, duration } of sink.canvases(begin + start, begin + end)) {
          // The first frame may have begun before the part.
          const at = Math.max(start, timestamp - begin)
          yield { image: canvas, at, duration: timestamp - begin + duration - at }
        }
      },
      close: () => input.dispose(),
    }
  } catch (error) {
    input.dispose()
    throw error instanceof ClipError ? error : new ClipError('this film cannot be opened', { cause: error })
  }
}

/** Writes an MP4 file, or a WebM one where this browser has no H.264. There is no sound: a GIF has none. */
export async function filmEncoder(canvas: OffscreenCanvas): Promise<Encoder> {
  const { width, height } = canvas
  const h264 = await getFirstEncodableVideoCodec(['avc'], { width, height })
  const codec = h264 ?? (await getFirstEncodableVideoCodec(['vp9', 'vp8'], { width, height }))
  if (!codec) throw new ClipError('no encoder of films here')
  const target = new BufferTarget()
  const format = h264 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_HIGH })
  output.addVideoTrack(source)
  await output.start()
  return {
    add: (_context, { at, duration }) => source.add(at, duration),
    async end() {
      await output.finalize()
      return new Blob([target.buffer ?? new ArrayBuffer()], { type: h264 ? 'video/mp4' : 'video/webm' })
    },
    cancel: () => output.cancel(),
  }
}

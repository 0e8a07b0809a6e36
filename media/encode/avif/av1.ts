import { type Encoder, ffmpegEncoders, runFfmpeg } from '../../ffmpeg/ffmpeg.ts'

/** Raw pictures, one after another: RGBA, or a byte a pixel. */
export type Planes = { width: number; height: number; pixels: Uint8Array; form: keyof typeof RAW }

/** What ffmpeg calls raw pictures, and their bytes a pixel. */
const RAW = { colour: { pixel: 'rgba', bytes: 4 }, gray: { pixel: 'gray', bytes: 1 } }
/** Transparency has colours as well, which are not read: SVT-AV1 knows nothing else, and is three times as fast. */
const CODED = 'yuv420p'
const EXACT = 'flags=accurate_rnd+full_chroma_int+full_chroma_inp'
/** Chromium reads a sequence as BT.709 in limited range, whatever it says of itself; transparency has all of its steps. */
const RANGES = { colour: 'tv', gray: 'pc' }
const toCoded = (form: Planes['form']) =>
  `scale=out_color_matrix=bt709:out_range=${RANGES[form]}:${EXACT},format=${CODED}`
const fromCoded = (form: Planes['form']) => `scale=in_color_matrix=bt709:in_range=${RANGES[form]}:${EXACT}`
/** sRGB as the `colr` box of `avif-file.ts` says it. */
const tagsOf = (form: Planes['form']) => {
  const tags = { primaries: 'bt709', trc: 'iec61966-2-1', range: RANGES[form] }
  const named = Object.entries(tags).flatMap(([name, value]) => [`-color_${name}`, value])
  return [...named, '-colorspace', 'bt709']
}
/** The same in numbers (ISO/IEC 23091-2), for an encoder that is not given them by ffmpeg. */
const svtTags = (form: Planes['form']) =>
  `color-primaries=1:transfer-characteristics=13:matrix-coefficients=1:color-range=${Number(form === 'gray')}`

/** SVT-AV1 takes even sides from 64 pixels on. */
const suitsSvt = ({ width, height }: Planes): boolean =>
  (width % 2) + (height % 2) === 0 && Math.min(width, height) >= 64

/** Pixels of all frames from which an encoder is asked to hurry. */
const MANY = 24_000_000

type Coder = { encoder: Encoder; options: (isLarge: boolean, form: Planes['form']) => string[] }
const CODERS: readonly Coder[] = [
  {
    encoder: 'libsvtav1',
    options: (isLarge, form) => ['-preset', isLarge ? '8' : '6', '-svtav1-params', `lp=2:${svtTags(form)}`],
  },
  {
    encoder: 'libaom-av1',
    options: (isLarge) => ['-b:v', '0', '-cpu-used', isLarge ? '8' : '6', '-row-mt', '1', '-threads', '2'],
  },
]

function coderOf(planes: Planes): Coder | undefined {
  const have = ffmpegEncoders()
  return CODERS.find(({ encoder }) => have?.has(encoder) && (encoder !== 'libsvtav1' || suitsSvt(planes)))
}

/** Whether there's an encoder for these pictures. */
export const canEncodeAv1 = (planes: Planes): boolean => coderOf(planes) !== undefined

/** Encodes pictures as AV1 in IVF, one entry a picture; `crf` 0 (best) to 63. @throws MediaError */
export function encodeAv1(planes: Planes, crf: number): Promise<Buffer> {
  const { width, height, pixels, form } = planes
  const coder = coderOf(planes)
  if (!coder) throw new Error(`no encoder for ${width}x${height}`)
  const { pixel, bytes } = RAW[form]
  const from = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    pixel,
    '-s',
    `${width}x${height}`,
    '-framerate',
    '25',
    '-i',
    'pipe:0',
  ]
  const coding = [
    '-c:v',
    coder.encoder,
    ...coder.options(pixels.length / bytes > MANY, form),
    '-crf',
    String(crf),
  ]
  const to = ['-g', '9999', '-fps_mode', 'passthrough', '-f', 'ivf', 'pipe:1']
  const args = [...from, '-vf', toCoded(form), ...tagsOf(form), ...coding, ...to]
  return runFfmpeg(args, { input: pixels, most: pixels.length + 65_536 })
}

/** The pictures of an IVF file, as they were given to `encodeAv1`. @throws MediaError */
export function decodeAv1(ivf: Uint8Array, form: Planes['form'], most: number): Promise<Buffer> {
  const args = [
    '-f',
    'ivf',
    '-i',
    'pipe:0',
    '-vf',
    fromCoded(form),
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
  ]
  return runFfmpeg([...args, '-pix_fmt', RAW[form].pixel, 'pipe:1'], { input: ivf, most })
}

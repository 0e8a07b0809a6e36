import { type Encoder, ffmpegEncoders, runFfmpeg } from '../../ffmpeg/ffmpeg.ts'

/** Raw pictures, one after another: RGBA, or a byte a pixel. */
export type Planes = { width: number; height: number; pixels: Uint8Array; form: keyof typeof RAW }

/** What ffmpeg calls raw pictures, and their bytes a pixel. */
const RAW = { colour: { pixel: 'rgba', bytes: 4 }, gray: { pixel: 'gray', bytes: 1 } }
/** How pictures are coded, and what an `av1C` box says of it: depth, monochrome, colours at half the size (AV1 in ISO base media 2.3.3). */
const CODED = { yuv420p: 0x0c, yuv444p: 0, gray: 0x1c }
const EXACT = 'flags=accurate_rnd+full_chroma_int+full_chroma_inp'
/** Chromium reads a sequence as BT.709 in limited range, whatever it says of itself; transparency has all of its steps. */
const RANGES = { colour: 'tv', gray: 'pc' }
const toCoded = (form: Planes['form'], coded: keyof typeof CODED) =>
  `scale=out_color_matrix=bt709:out_range=${RANGES[form]}:${EXACT},format=${coded}`
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

const pixelsOf = ({ pixels, form }: Planes): number => pixels.length / RAW[form].bytes

/** SVT-AV1 takes even sides from 64 pixels on. */
const suitsSvt = ({ width, height }: Planes): boolean =>
  (width % 2) + (height % 2) === 0 && Math.min(width, height) >= 64

/** Pixels of a frame, and of all, that a tile has at most. */
const TILE = { frame: 80_000, all: 8_000_000 }
const isTile = (planes: Planes): boolean =>
  planes.width * planes.height <= TILE.frame && pixelsOf(planes) <= TILE.all
/** Pixels of all frames from which an encoder is asked to hurry. */
const MANY = 24_000_000

/** Qualities, from the least bytes on. */
const CRFS = [63, 61, 59, 57, 54, 51, 48, 45, 42, 36, 30, 24, 18]
/** A large picture is looked at longer, and a very large one takes long to code. */
const LARGE_CRFS = CRFS.slice(CRFS.indexOf(54))
const FEW_CRFS = [54, 42, 30, 18]

type Coder = {
  encoder: Encoder
  coded: Record<Planes['form'], keyof typeof CODED>
  suits: (planes: Planes) => boolean
  options: (isLarge: boolean, form: Planes['form']) => string[]
}
/** Whole colours: a tile of strong ones looks alike in a third of the bytes, or not at all in half ones. */
const AOM: Omit<Coder, 'suits'> = {
  encoder: 'libaom-av1',
  coded: { colour: 'yuv444p', gray: 'gray' },
  options: (isLarge) => ['-b:v', '0', '-cpu-used', isLarge ? '8' : '6', '-row-mt', '1', '-threads', '2'],
}
const CODERS: readonly Coder[] = [
  { ...AOM, suits: isTile },
  {
    encoder: 'libsvtav1',
    // It knows nothing else: the colours of transparency are not read.
    coded: { colour: 'yuv420p', gray: 'yuv420p' },
    suits: suitsSvt,
    options: (isLarge, form) => ['-preset', isLarge ? '8' : '6', '-svtav1-params', `lp=2:${svtTags(form)}`],
  },
  { ...AOM, suits: () => true },
]

function coderOf(planes: Planes): Coder | undefined {
  const have = ffmpegEncoders()
  return CODERS.find(({ encoder, suits }) => have?.has(encoder) && suits(planes))
}

/** The qualities that are worth trying on these pictures, from the least bytes on; none without an encoder for them. */
export function crfsFor(planes: Planes): readonly number[] {
  if (!coderOf(planes)) return []
  if (isTile(planes)) return CRFS
  return pixelsOf(planes) <= MANY ? LARGE_CRFS : FEW_CRFS
}

/** AV1 in IVF, one entry a picture, and the third byte of its `av1C` box. */
export type Coded = { ivf: Buffer; colours: number }

/** Encodes pictures; `crf` 0 (best) to 63. @throws MediaError */
export async function encodeAv1(planes: Planes, crf: number): Promise<Coded> {
  const { width, height, pixels, form } = planes
  const coder = coderOf(planes)
  if (!coder) throw new Error(`no encoder for ${width}x${height}`)
  const coded = coder.coded[form]
  const from = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    RAW[form].pixel,
    '-s',
    `${width}x${height}`,
    '-framerate',
    '25',
    '-i',
    'pipe:0',
  ]
  const coding = ['-c:v', coder.encoder, ...coder.options(pixelsOf(planes) > MANY, form), '-crf', String(crf)]
  const to = ['-g', '9999', '-fps_mode', 'passthrough', '-f', 'ivf', 'pipe:1']
  const args = [...from, '-vf', toCoded(form, coded), ...tagsOf(form), ...coding, ...to]
  const ivf = await runFfmpeg(args, { input: pixels, most: pixels.length + 65_536 })
  return { ivf, colours: CODED[coded] }
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

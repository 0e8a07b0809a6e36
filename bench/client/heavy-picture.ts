import sharp from 'sharp'

const SIZE = { width: 480, height: 270 }
const FRAMES = 36
const FRAME_MS = 60
/** This many frames make 365 KB, the weight of `docs/measurements.md`, M35. */
const QUALITY = 77

/** An animated WebP of 480x270 as heavy as a common GIF: waves with a grain that codecs cannot remove. */
export async function heavyPicture(): Promise<Buffer> {
  const { width, height } = SIZE
  const pixels = Buffer.alloc(width * height * FRAMES * 3)
  let at = 0
  for (let frame = 0; frame < FRAMES; frame++) {
    const turn = (frame / FRAMES) * 2 * Math.PI
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const grain = ((x * 7) ^ (y * 13) ^ ((x * y) >> 4)) & 31
        const wave = Math.sin(x / 31 + turn) * 60 + Math.cos(y / 23 - turn) * 50 + grain
        pixels[at++] = 128 + wave / 2
        pixels[at++] = 120 + wave * 0.6 + 40 * Math.sin(x / 60 + y / 40 + turn)
        pixels[at++] = 150 - wave / 2
      }
    }
  }
  return sharp(pixels, { raw: { width, height: height * FRAMES, channels: 3, pageHeight: height } })
    .webp({ quality: QUALITY, loop: 0, delay: Array<number>(FRAMES).fill(FRAME_MS), effort: 2 })
    .toBuffer()
}

import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS, MediaError } from '../../shared/media/limits.ts'
import { pixelsOf } from '../clip/clip.ts'
import { apng, movingSquare } from '../clip/test-clips.ts'
import { encodeGif } from '../encode/encode-gif.ts'
import { encodeMp4 } from '../encode/encode-mp4.ts'
import { encodeWebp } from '../encode/encode-webp.ts'
import { runFfmpeg } from '../ffmpeg/ffmpeg.ts'
import { decodeClip } from './decode-clip.ts'

const refused = (reason: string) => expect.objectContaining({ name: 'MediaError', reason }) as MediaError
const samples: Record<string, Uint8Array> = {}

beforeAll(async () => {
  samples.gif = encodeGif(movingSquare(), 255)
  samples.openGif = encodeGif(movingSquare({ hole: true }), 255)
  samples.webp = await encodeWebp(movingSquare(), 70)
  samples.openWebp = await encodeWebp(movingSquare({ hole: true }), 70)
  samples.mp4 = await encodeMp4(movingSquare(), 30)
  const frame = { x: 0, y: 0, width: 8, height: 6, colour: [255, 0, 0, 255], dispose: 0, blend: 0 }
  samples.png = apng(8, 6, [frame, { ...frame, colour: [0, 0, 255, 255] }])
})

/** A film whose track says that it's shown a quarter turned, as phones write them. */
function turned(mp4: Uint8Array): Buffer {
  const film = Buffer.from(mp4)
  const matrix = film.indexOf('tkhd') + 44
  for (const [i, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) film.writeInt32BE(value, matrix + i * 4)
  return film
}

const sample = (name: string): Uint8Array => samples[name] as Uint8Array

describe('decoding', () => {
  it.each([
    ['gif', false],
    ['openGif', true],
    ['webp', false],
    ['openWebp', true],
  ])('%s: size, frames, delays and transparency (%s) come back', async (name, transparent) => {
    const clip = await decodeClip(sample(name))
    expect(clip).toMatchObject({ width: 40, height: 24, transparent })
    expect(clip.frames.map((frame) => frame.delayMs)).toEqual([80, 80, 80, 80])
    expect(clip.frames.every((frame) => frame.rgba.length === 40 * 24 * 4)).toBe(true)
  })

  it('T48: a delay of over 65.5 s becomes 65 s, which every format can write', async () => {
    const gif = Buffer.from(sample('gif'))
    gif.writeUInt16LE(65535, gif.indexOf(Buffer.from([0x21, 0xf9, 4])) + 4)
    const clip = await decodeClip(gif)
    expect(clip.frames.map((frame) => frame.delayMs)).toEqual([65_000, 80, 80, 80])
    const webp = await decodeClip(await encodeWebp(clip, 60))
    expect(webp.frames[0]?.delayMs).toBe(65_000)
  })

  it('an APNG is composed: blend over, dispose to background and to previous', async () => {
    const part = { x: 1, y: 0, width: 1, height: 1 }
    const clip = await decodeClip(
      apng(3, 1, [
        { x: 0, y: 0, width: 3, height: 1, colour: [255, 0, 0, 255], dispose: 0, blend: 0 },
        { ...part, colour: [0, 0, 255, 128], dispose: 2, blend: 1 },
        { ...part, colour: [0, 255, 0, 255], dispose: 1, blend: 0 },
        { ...part, x: 2, colour: [0, 0, 0, 0], dispose: 0, blend: 1 },
      ]),
    )
    const row = (i: number) => Array.from(pixelsOf(clip.frames[i] as never), (pixel) => pixel.toString(16))
    expect(row(0)).toEqual(['ff0000ff', 'ff0000ff', 'ff0000ff'])
    expect(row(1)).toEqual(['ff0000ff', 'ff80007f', 'ff0000ff'])
    expect(row(2)).toEqual(['ff0000ff', 'ff00ff00', 'ff0000ff'])
    expect(row(3)).toEqual(['ff0000ff', '0', 'ff0000ff'])
    expect(clip.frames[0]?.delayMs).toBe(50)
  })

  it('an MP4 comes back with its frames and colours', async () => {
    const clip = await decodeClip(sample('mp4'))
    expect(clip).toMatchObject({ width: 40, height: 24, transparent: false })
    expect(clip.frames).toHaveLength(4)
    const [r = 0, g = 0, b = 0] = clip.frames[0]?.rgba.subarray(-4) ?? []
    for (const [value, wanted] of [
      [r, 30],
      [g, 60],
      [b, 200],
    ] as const)
      expect(Math.abs(value - wanted)).toBeLessThan(6)
  })

  it('a film that is turned comes back upright', async () => {
    const clip = await decodeClip(turned(sample('mp4')))
    expect([clip.width, clip.height]).toEqual([24, 40])
  })

  it('T48: a film over 64 megapixels in all frames keeps them all, smaller', async () => {
    const film = await runFfmpeg(
      [
        ['-f', 'lavfi', '-i', 'color=c=blue:s=1280x720:r=25:d=3'],
        ['-c:v', 'libx264', '-preset', 'ultrafast', '-f', 'mp4', '-movflags', 'frag_keyframe', 'pipe:1'],
      ].flat(),
      { most: 1e7 },
    )
    const { width, height, frames } = await decodeClip(film)
    expect([width, height, frames.length]).toEqual([1231, 692, 75])
    expect(width * height * frames.length).toBeLessThanOrEqual(LIMITS.framePixels)
  })

  it('without an ffmpeg a film is refused with the reason', async () => {
    vi.stubEnv('FFMPEG_PATH', '/nowhere/ffmpeg')
    await expect(decodeClip(sample('mp4'))).rejects.toMatchObject({
      reason: 'unsupported',
      message: /ffmpeg/,
    })
    vi.unstubAllEnvs()
  })
})

describe('what is not sound is refused by name', () => {
  it.each(['gif', 'openGif', 'webp', 'openWebp', 'png', 'mp4'])('%s cut in the middle', async (name) => {
    const whole = sample(name)
    const cut = decodeClip(whole.subarray(0, Math.floor(whole.length * 0.6)))
    await expect(cut).rejects.toMatchObject({ name: 'MediaError', reason: /truncated|broken/ })
  })

  it('a GIF without its trailer is taken', async () => {
    const { frames } = await decodeClip(sample('gif').subarray(0, -1))
    expect(frames).toHaveLength(4)
  })

  it('an empty file and a text', async () => {
    await expect(decodeClip(new Uint8Array())).rejects.toThrow(refused('empty'))
    await expect(decodeClip(Buffer.from('hello, this is cat.gif'))).rejects.toThrow(refused('unknown-type'))
  })

  it('T27, T48: a GIF whose header, or whose frame, claims 65535 x 65535', async () => {
    const header = Buffer.from(sample('gif'))
    header.writeUInt16LE(65535, 6)
    header.writeUInt16LE(65535, 8)
    await expect(decodeClip(header)).rejects.toThrow(refused('too-large'))
    const frame = Buffer.from(sample('gif'))
    const at = frame.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 40, 0, 24, 0]))
    frame.writeUInt16LE(65535, at + 5)
    await expect(decodeClip(frame)).rejects.toThrow(refused('too-large'))
  })

  it('T27: a PNG with a second IHDR, or with something before the first', async () => {
    const png = Buffer.from(sample('png'))
    const header = Buffer.from(png.subarray(8, 33))
    header.writeUInt32BE(60000, 8)
    const twice = Buffer.concat([png.subarray(0, 33), header, png.subarray(33)])
    await expect(decodeClip(twice)).rejects.toThrow(refused('broken'))
    const late = Buffer.concat([png.subarray(0, 8), png.subarray(33), png.subarray(8, 33)])
    await expect(decodeClip(late)).rejects.toThrow(refused('broken'))
  })

  it('T48: a small GIF of 343 megapixels in all frames, at once', async () => {
    const gif = Buffer.from(encodeGif(movingSquare({ width: 2, height: 2, frames: 126 }), 4))
    gif.writeUInt16LE(1650, 6)
    gif.writeUInt16LE(1650, 8)
    const started = performance.now()
    await expect(decodeClip(gif)).rejects.toThrow(refused('too-large'))
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('T27, T48: a WebP canvas of 16384 x 16384 and a PNG of 60000 x 60000', async () => {
    const webp = Buffer.from(sample('webp'))
    webp.writeUIntLE(16383, webp.indexOf('VP8X') + 12, 3)
    webp.writeUIntLE(16383, webp.indexOf('VP8X') + 15, 3)
    await expect(decodeClip(webp)).rejects.toThrow(refused('too-large'))
    const png = Buffer.from(sample('png'))
    png.writeUInt32BE(60000, 16)
    png.writeUInt32BE(60000, 20)
    await expect(decodeClip(png)).rejects.toThrow(refused('too-large'))
  })

  it('T27, T48: over 1000 frames, and what follows the first too many is not read', async () => {
    const gif = encodeGif(movingSquare({ width: 2, height: 2, frames: 1002 }), 4)
    await expect(decodeClip(gif.subarray(0, -5))).rejects.toThrow(refused('too-large'))
    const frame = { x: 0, y: 0, width: 2, height: 2, colour: [255, 0, 0, 255], dispose: 0, blend: 0 }
    const png = apng(2, 2, new Array(1002).fill(frame))
    await expect(decodeClip(png.subarray(0, -20))).rejects.toThrow(refused('too-large'))
  })

  it('T27: any damage is a MediaError or a clip, never another failure', async () => {
    const damage = fc.record({
      name: fc.constantFrom('gif', 'openGif', 'webp', 'openWebp', 'png'),
      at: fc.nat(),
      value: fc.nat(255),
      keep: fc.double({ min: 0.05, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ name, at, value, keep }) => {
        const bytes = Buffer.from(sample(name)).subarray(0, Math.ceil(sample(name).length * keep))
        bytes[at % bytes.length] = value
        const outcome = await decodeClip(bytes).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MediaError)
      }),
      { numRuns: 300 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { checkBytes, checkLimits, filmSize, kindOf, LIMITS, type MediaError } from './limits.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('type from magic bytes (T28)', () => {
  it.each([
    ['GIF87a....', 'gif'],
    ['GIF89a....', 'gif'],
    ['RIFF\0\0\0\0WEBPVP8X', 'webp'],
    ['\x89PNG\r\n\x1a\n....', 'png'],
    ['\0\0\0\x18ftypmp42', 'mp4'],
    ['\0\0\0\x18ftypavis', 'avif'],
    ['\0\0\0\x18ftypavif', 'avif'],
    ['\0\0\0\x14ftypqt  ', 'mov'],
    ['\0\0\0\x08wide\0\0\x10\0mdat', 'mov'],
    ['\x1a\x45\xdf\xa3........', 'webm'],
  ])('%j is %s', (text, kind) => expect(kindOf(bytes(text))).toBe(kind))

  it.each([
    ['', 'empty'],
    ['plain words in a file named cat.gif', 'unknown-type'],
    ['GIF88a', 'unknown-type'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'unknown-type'],
    ['RIFF\0\0\0\0WAVEfmt ', 'unknown-type'],
    ['\xff\xd8\xff\xe0 a JPEG', 'unknown-type'],
  ])('%j is refused as %s', (text, reason) => {
    expect(() => kindOf(bytes(text))).toThrow(
      expect.objectContaining({ name: 'MediaError', reason }) as MediaError,
    )
  })
})

const tooLarge = expect.objectContaining({ reason: 'too-large' }) as MediaError

describe('limits on what a header claims (T27)', () => {
  it.each([
    ['the largest canvas', { width: 4000, height: 4000, frames: 1 }],
    ['the longest side', { width: 4096, height: 3906, frames: 1 }],
    ['the most frames', { width: 250, height: 256, frames: 1000 }],
  ])('%s is taken', (_name, header) => expect(() => checkLimits(header, LIMITS.bytes, 'gif')).not.toThrow())

  it.each([
    ['a side of 4097', { width: 4097, height: 10, frames: 1 }],
    ['65535 x 65535', { width: 65535, height: 65535, frames: 1 }],
    ['over 16 megapixels', { width: 4096, height: 4096, frames: 1 }],
    ['1001 frames', { width: 1, height: 1, frames: 1001 }],
    ['T48 over 64 megapixels in all frames', { width: 1000, height: 1000, frames: 65 }],
  ])('%s is refused', (_name, header) => expect(() => checkLimits(header, 100, 'gif')).toThrow(tooLarge))

  it('a byte over 25 MiB is refused before the header is read', () => {
    expect(() => checkBytes(25 * 1024 * 1024 + 1)).toThrow(tooLarge)
    expect(() => checkBytes(25 * 1024 * 1024)).not.toThrow()
  })

  it.each([
    [{ width: 0, height: 4, frames: 1 }, 'broken'],
    [{ width: 4, height: 4, frames: 0 }, 'broken'],
  ])('%j is %s', (header, reason) => {
    expect(() => checkLimits(header, 100, 'gif')).toThrow(expect.objectContaining({ reason }) as MediaError)
  })

  it.each(['mp4', 'webm', 'mov'] as const)('T48: a longer %s is taken, and is decoded smaller', (kind) => {
    const header = { width: 1920, height: 1080, frames: 600, durationMs: 10_000 }
    expect(() => checkLimits(header, 100, kind)).not.toThrow()
    // Of 60 a second, 30 are decoded.
    const { width, height } = filmSize(header)
    expect(width * height * 300).toBeLessThanOrEqual(LIMITS.framePixels)
    expect(width / height).toBeCloseTo(16 / 9, 1)
    expect(width).toBe(615)
    expect(filmSize({ ...header, width: 640, height: 360, frames: 200 })).toEqual({ width: 640, height: 360 })
    expect(() => checkLimits({ ...header, frames: 1001 }, 100, kind)).toThrow(tooLarge)
  })
})

import { describe, expect, it } from 'vitest'
import { kindOf } from './kind.ts'
import type { MediaError } from './media-error.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('type from magic bytes (T28)', () => {
  it.each([
    ['GIF87a....', 'gif'],
    ['GIF89a....', 'gif'],
    ['RIFF\0\0\0\0WEBPVP8X', 'webp'],
    ['\x89PNG\r\n\x1a\n....', 'png'],
    ['\0\0\0\x18ftypmp42', 'mp4'],
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

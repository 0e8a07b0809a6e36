import { ByteReader } from './byte-reader.ts'
import { LIMITS } from './limits.ts'
import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'
import { pngChunks } from './png-chunks.ts'

/**
 * The canvas and the number of frame controls, at most one over the limit; acTL's own count is only a claim and is not
 * trusted.
 */
export function readPngHeader(bytes: Uint8Array): MediaHeader {
  const header = { width: 0, height: 0, frames: 0 }
  let controls = 0
  for (const { name, data } of pngChunks(bytes)) {
    const reader = new ByteReader(data)
    if (name === 'IHDR') Object.assign(header, { width: reader.u32be(), height: reader.u32be() })
    if (name === 'fcTL') {
      controls++
      if (controls > LIMITS.frames) break
      reader.skip(4)
      const [width, height, x, y] = [reader.u32be(), reader.u32be(), reader.u32be(), reader.u32be()]
      const inside = x + width <= header.width && y + height <= header.height
      if (!inside) throw new MediaError('broken', `frame ${controls} reaches outside the picture`)
    }
  }
  return { ...header, frames: Math.max(controls, 1) }
}

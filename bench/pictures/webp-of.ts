import { decodeAvif } from '../../media/encode/avif/decode-avif.ts'
import { encodeWebp } from '../../media/encode/encode-webp.ts'
import { readHeader } from '../../shared/media/read-header.ts'

/** What the product sent before it had AVIF. */
const QUALITY = 60

/** A WebP of an animated AVIF's frames: the demo library has none where it has AVIF. */
async function webpOf(avif: Uint8Array): Promise<Uint8Array> {
  const { width, height, frames, durationMs, isOpen } = readHeader('avif', avif)
  const frame = { rgba: new Uint8Array(), delayMs: durationMs / frames }
  const shape = { width, height, transparent: isOpen, frames: new Array(frames).fill(frame) }
  return encodeWebp(await decodeAvif(avif, shape), QUALITY)
}

export type WebpTwins = {
  /** The WebP that stands in for a GIF; undefined where no AVIF has the GIF's frames. */
  of: (path: string) => Promise<Uint8Array> | undefined
  /** Resolves once all that were asked for are made. */
  made: () => Promise<void>
}

/** Makes WebPs in the place of GIFs that have an AVIF at `base`, each once. */
export function webpTwins(base: string): WebpTwins {
  const twins = new Map<string, Promise<Uint8Array>>()
  const make = async (path: string) => {
    const response = await fetch(base + path.replace(/\.gif$/, '.avif'))
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok) return webpOf(bytes)
    return new Uint8Array(await (await fetch(base + path)).arrayBuffer())
  }
  return {
    of(path) {
      if (!/^\/media\/\w+\/(?!\w+_still)\w+\.gif$/.test(path)) return undefined
      const twin = twins.get(path) ?? make(path)
      twins.set(path, twin)
      return twin
    },
    made: async () => void (await Promise.all(twins.values())),
  }
}

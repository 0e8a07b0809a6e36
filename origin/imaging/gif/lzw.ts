import { MediaError } from '../../../shared/media/limits.ts'

const BITS_MAX = 12
const CODES = 1 << BITS_MAX
const BLOCK_MAX = 255

/**
 * Unpacks a frame's pixels (GIF89a, appendix F) into `out`, at most as many as it holds.
 * @param data the code size, then the sub-blocks.
 * @returns how many pixels there were.
 * @throws MediaError for codes that mean nothing.
 */
export function unpackPixels(data: Uint8Array, out: Uint8Array): number {
  const rootBits = data[0] ?? 0
  if (rootBits < 1 || rootBits > 8) throw new MediaError('broken', `a GIF code size of ${rootBits}`)
  const clear = 1 << rootBits
  const end = clear + 1
  const before = new Uint16Array(CODES)
  const last = new Uint8Array(CODES)
  const string = new Uint8Array(CODES)
  for (let root = 0; root < clear; root++) last[root] = root
  let [filled, at, left, buffer, bits] = [0, 1, 0, 0, 0]
  let [size, next, previous, first] = [rootBits + 1, end + 1, -1, 0]
  while (filled < out.length) {
    while (bits < size) {
      if (left === 0) left = data[at++] ?? 0
      if (left === 0) return filled
      buffer |= (data[at++] ?? 0) << bits
      bits += 8
      left--
    }
    const code = buffer & ((1 << size) - 1)
    buffer >>>= size
    bits -= size
    if (code === end) return filled
    if (code === clear) {
      size = rootBits + 1
      next = end + 1
      previous = -1
      continue
    }
    const isNew = code === next && previous >= 0 && next < CODES
    if (code > end && code >= next && !isNew) throw new MediaError('broken', 'a GIF code that means nothing')
    let length = 0
    if (isNew) string[length++] = first
    let part = isNew ? previous : code
    // Each code's beginning is an earlier code, so this ends at a root.
    for (; part > end; part = before[part] ?? 0) string[length++] = last[part] ?? 0
    first = part
    out[filled++] = first
    while (length > 0 && filled < out.length) out[filled++] = string[--length] ?? 0
    if (previous >= 0 && next < CODES) {
      before[next] = previous
      last[next] = first
      next++
      if (next === 1 << size && size < BITS_MAX) size++
    }
    previous = code
  }
  return filled
}

/** Packs pixels, each below `1 << rootBits` (2 to 8), as `unpackPixels` reads them. */
export function packPixels(pixels: Uint8Array, rootBits: number): Uint8Array {
  const clear = 1 << rootBits
  const end = clear + 1
  const out = blockWriter(rootBits)
  // The code of each known string and one more pixel; 0 if it has no code.
  const longer = new Uint16Array(CODES << 8)
  let [size, next] = [rootBits + 1, end + 1]
  out.code(clear, size)
  let string = pixels[0] ?? 0
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0
    const known = longer[(string << 8) | pixel] ?? 0
    if (known > 0) {
      string = known
      continue
    }
    out.code(string, size)
    longer[(string << 8) | pixel] = next
    // A reader is one string behind, so its codes grow one later.
    if (next === 1 << size) size++
    next++
    if (next === CODES) {
      out.code(clear, size)
      longer.fill(0)
      size = rootBits + 1
      next = end + 1
    }
    string = pixel
  }
  out.code(string, size)
  // The reader's last string may have grown its codes.
  if (next === 1 << size && size < BITS_MAX) size++
  out.code(end, size)
  return out.finish()
}

function blockWriter(rootBits: number) {
  let bytes = new Uint8Array(64 * 1024)
  let [length, blockAt, buffer, bits] = [2, 1, 0, 0]
  bytes[0] = rootBits

  function byte(value: number): void {
    if (length + 2 > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2)
      larger.set(bytes)
      bytes = larger
    }
    bytes[length++] = value
    if (length - blockAt - 1 < BLOCK_MAX) return
    bytes[blockAt] = BLOCK_MAX
    blockAt = length++
  }

  return {
    code(code: number, size: number) {
      buffer |= code << bits
      for (bits += size; bits >= 8; bits -= 8) {
        byte(buffer & 0xff)
        buffer >>>= 8
      }
    },
    finish(): Uint8Array {
      if (bits > 0) byte(buffer & 0xff)
      const left = length - blockAt - 1
      bytes[blockAt] = left
      if (left > 0) bytes[length++] = 0
      return bytes.subarray(0, length)
    },
  }
}

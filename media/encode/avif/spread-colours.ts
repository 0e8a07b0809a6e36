/** Sums of colour and alpha of a picture, halved again and again until one pixel is left. */
type Level = { width: number; height: number; sums: Float32Array }

function halve({ width, height, sums }: Level): Level {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const out = new Float32Array(half.width * half.height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      const to = ((y >> 1) * half.width + (x >> 1)) * 4
      for (let c = 0; c < 4; c++) out[to + c] = (out[to + c] as number) + (sums[from + c] as number)
    }
  }
  return { ...half, sums: out }
}

/** Gives the clear pixels of a level the colours of the level above it, which has none that are clear. */
function fill({ width, height, sums }: Level, above: Level): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if ((sums[at + 3] as number) > 0) continue
      const from = ((y >> 1) * above.width + (x >> 1)) * 4
      for (let c = 0; c < 4; c++) sums[at + c] = above.sums[from + c] as number
    }
  }
}

/**
 * Colours without their transparency: what is clear takes the colours around it. A coder mixes neighbours, so black behind a
 * clear pixel would be a dark fringe, and an edge that costs bytes.
 */
export function spreadColours(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const sums = new Float32Array(rgba.length)
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] as number
    for (let c = i; c < i + 3; c++) sums[c] = (rgba[c] as number) * alpha
    sums[i + 3] = alpha
  }
  const levels: Level[] = [{ width, height, sums }]
  for (let last = levels[0] as Level; last.width * last.height > 1; levels.push(last)) last = halve(last)
  for (let i = levels.length - 2; i >= 0; i--) fill(levels[i] as Level, levels[i + 1] as Level)
  const out = new Uint8Array(rgba.length)
  for (let i = 0; i < out.length; i += 4) {
    const alpha = (sums[i + 3] as number) || 1
    for (let c = i; c < i + 3; c++) out[c] = Math.round((sums[c] as number) / alpha)
    out[i + 3] = 255
  }
  return out
}

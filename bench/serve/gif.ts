const SIDE = 64

/** Codes of 3 bits for each pixel, with a clear code before the table grows. */
function* codesOf(number: number): Generator<number> {
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    if (pixel % 2 === 0) yield 4
    yield (pixel + number) % 3 === 0 ? 1 : 0
  }
  yield 5
}

/** Codes as bytes, the lowest bits first, in blocks of at most 255. */
function blocksOf(codes: Iterable<number>): number[] {
  const data: number[] = []
  let held = 0
  let bits = 0
  for (const code of codes) {
    held |= code << bits
    bits += 3
    while (bits >= 8) {
      data.push(held & 255)
      held >>= 8
      bits -= 8
    }
  }
  data.push(held)
  const blocks: number[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.slice(at, at + 255)
    blocks.push(part.length, ...part)
  }
  return blocks
}

/** A GIF of one frame that no other number has: its comment differs. */
export function gif(number: number): Uint8Array<ArrayBuffer> {
  const text = `number ${number}`
  const bytes = [...Buffer.from('GIF89a'), SIDE, 0, SIDE, 0, 0x80, 0, 0, number % 256, 99, 200, 255, 255, 255]
  const comment = [0x21, 0xfe, text.length, ...Buffer.from(text), 0]
  const frame = [0x21, 0xf9, 4, 4, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, SIDE, 0, SIDE, 0, 0, 2]
  return new Uint8Array([...bytes, ...comment, ...frame, ...blocksOf(codesOf(number)), 0, 0x3b])
}

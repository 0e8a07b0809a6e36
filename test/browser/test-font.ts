/** A font's units per em: widths and heights below are shares of it. */
const EM = 1000
const GLYPHS = 2

const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2)
  return bytes
}
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}

type Metrics = {
  /** What every character takes, in em. */
  advance: number
  /** Height of a line whose height is `normal`, in em. */
  line: number
}

/** Every character is this box, a little narrower than its advance. */
function box(width: number): Buffer {
  const [left, right, top] = [60, width - 60, 700]
  const flags = Buffer.from([1, 1, 1, 1])
  const x = u16(left, 0, right - left, 0)
  const y = u16(0, top, 0, -top)
  return Buffer.concat([u16(1, left, 0, right, top), u16(3, 0), flags, x, y])
}

function tablesOf({ advance, line }: Metrics): Record<string, Buffer> {
  const width = Math.round(advance * EM)
  const ascent = Math.round(line * EM * 0.8)
  const descent = Math.round(line * EM * 0.2)
  const glyph = box(width)
  const names = [
    [1, 'Test'],
    [2, 'Regular'],
    [4, 'Test'],
    [6, 'Test'],
  ] as const
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
  const starts = texts.map((_, at) => Buffer.concat(texts.slice(0, at)).length)
  return {
    'OS/2': Buffer.concat([
      u16(4, width, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      Buffer.alloc(10),
      u32(1, 0, 0, 0),
      Buffer.from('TEST'),
      u16(64, 32, 0xffff, ascent, -descent, 0, ascent, descent),
      u32(1, 0),
      u16(500, 700, 0, 32, 1),
    ]),
    // Format 13: all characters are one glyph.
    cmap: Buffer.concat([u16(0, 1, 3, 10), u32(12), u16(13, 0), u32(28, 0, 1, 32, 0x10ffff, 1)]),
    glyf: Buffer.concat([glyph, Buffer.alloc(glyph.length % 2)]),
    head: Buffer.concat([
      u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      u16(0, EM),
      Buffer.alloc(16),
      u16(0, 0, width, 700, 0, 8, 2, 1, 0),
    ]),
    hhea: u16(1, 0, ascent, -descent, 0, width, 0, 0, width, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS),
    hmtx: u16(width, 0, width, 60),
    loca: u32(0, 0, glyph.length + (glyph.length % 2)),
    maxp: Buffer.concat([u32(0x10000), u16(GLYPHS, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: Buffer.concat([
      u16(0, names.length, 6 + 12 * names.length),
      ...names.map(([id], at) => u16(3, 1, 0x409, id, texts[at]?.length ?? 0, starts[at] ?? 0)),
      ...texts,
    ]),
    post: u32(0x30000, 0, 0, 0, 0, 0, 0, 0),
  }
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

function checksum(bytes: Buffer): number {
  let sum = 0
  const all = padded(bytes)
  for (let at = 0; at < all.length; at += 4) sum = (sum + all.readUInt32BE(at)) >>> 0
  return sum
}

/** A TrueType font whose characters are all alike, so that a text is as wide on every machine, as a data URL. */
export function testFont(metrics: Metrics): string {
  const tables = Object.entries(tablesOf(metrics))
  const header = 12 + 16 * tables.length
  const bodies = tables.map(([, table]) => padded(table))
  const directory = tables.map(([tag, table], at) =>
    Buffer.concat([
      Buffer.from(tag),
      u32(checksum(table), header + Buffer.concat(bodies.slice(0, at)).length, table.length),
    ]),
  )
  const font = Buffer.concat([u32(0x10000), u16(tables.length, 128, 3, 32), ...directory, ...bodies])
  return `data:font/ttf;base64,${font.toString('base64')}`
}

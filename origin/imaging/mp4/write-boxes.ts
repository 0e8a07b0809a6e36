const encoder = new TextEncoder()

export function joinedBoxes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

/** Numbers of 32 bits. */
export function words(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value)
  return bytes
}

export const boxOf = (name: string, ...parts: Uint8Array[]): Uint8Array =>
  joinedBoxes([
    words([parts.reduce((sum, { byteLength }) => sum + byteLength, 8)]),
    encoder.encode(name),
    ...parts,
  ])

/** A table: version, number of rows, rows. */
export const tableOf = (name: string, rows: readonly number[][], version = 0): Uint8Array =>
  boxOf(name, words([version << 24, rows.length]), words(rows.flat()))

/** Counts what follows itself: a row for each run of equal values. */
export function runsOf(values: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last && last[1] === value) last[0] = (last[0] ?? 0) + 1
    else runs.push([1, value])
  }
  return runs
}

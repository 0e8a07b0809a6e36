/** Fields of a CSV text (RFC 4180), row by row; a last row without its end is left out. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  const row: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',' || char === '\n') {
      row.push(field)
      field = ''
      if (char === '\n') rows.push(row.splice(0))
    } else if (char !== '\r') field += char
  }
  return rows
}

/** Reads a stream of CSV until it has this many rows, and cancels the rest. */
export async function firstRows(stream: ReadableStream<Uint8Array>, count: number): Promise<string[][]> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += done ? decoder.decode() : decoder.decode(value, { stream: true })
    // Lines are no fewer than rows: the rows are made once there may be enough.
    const rows = done || text.split('\n').length > count ? csvRows(text) : []
    if (!done && rows.length < count) continue
    if (!done) await reader.cancel()
    return rows.slice(0, count)
  }
}

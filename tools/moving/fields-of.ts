/**
 * The fields of a line: old id, target, source. A line of JSON has them by name; any other is CSV (RFC 4180), parted by
 * commas, semicolons or tabs, whichever comes first outside quotes.
 * @throws Error for JSON that is none, and for a quote that does not end
 */
export function fieldsOf(line: string): string[] {
  return line.trimStart().startsWith('{') ? jsonFields(line) : csvFields(line)
}

function jsonFields(line: string): string[] {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw new Error('is no JSON')
  }
  const { old, to, file, source } = row as Record<string, unknown>
  if (to !== undefined && file !== undefined) throw new Error('has both to and file')
  return [old, to ?? file, source].map((field) => {
    if (field === undefined || field === null) return ''
    if (typeof field === 'string' || typeof field === 'number') return String(field)
    throw new Error('has a field that is no text')
  })
}

function csvFields(line: string): string[] {
  const fields: string[] = []
  let comma: string | undefined
  let at = 0
  while (at <= line.length) {
    const isQuoted = line[at] === '"'
    let field = ''
    if (isQuoted) {
      at++
      for (;;) {
        const end = line.indexOf('"', at)
        if (end < 0) throw new Error('has a quote that does not end in this line')
        field += line.slice(at, end)
        at = end + 1
        if (line[at] !== '"') break
        field += '"'
        at++
      }
    }
    while (at < line.length && !isEnd(line[at] ?? '')) field += line[at++]
    fields.push(field)
    at++
  }
  return fields

  function isEnd(sign: string): boolean {
    if (comma === undefined && [',', ';', '\t'].includes(sign)) comma = sign
    return sign === comma
  }
}

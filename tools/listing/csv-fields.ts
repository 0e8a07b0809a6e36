/**
 * The fields of a line of CSV (RFC 4180), parted by commas, semicolons or tabs, whichever comes first outside quotes.
 * @throws Error for a quote that does not end
 */
export function csvFields(line: string): string[] {
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

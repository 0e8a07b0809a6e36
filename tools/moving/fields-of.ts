import { csvFields } from '../listing/csv-fields.ts'

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

/** A spreadsheet takes these for a formula, wide signs too; the apostrophe makes them a text. */
// https://owasp.org/www-community/attacks/CSV_Injection
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** A field of RFC 4180, always quoted: without control characters, and never a formula. */
function csvField(value: string | number): string {
  const text = String(value).replace(/\p{Cc}/gu, '')
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Rows of RFC 4180: the one way in which the product writes CSV. */
export const csvRows = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')

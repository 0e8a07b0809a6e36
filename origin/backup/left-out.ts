import { own } from '../../shared/own.ts'

/** Tables whose rows no archive has: what lets people in, what ends by itself, and what only this installation can read. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  links: 'they are good for one use',
  challenges: 'they last 10 minutes',
  guesses: 'they count an hour',
  secrets: 'the library makes new ones',
  spent: 'they count a day',
  counted: 'they count an hour, by keys that are left out',
  searched: 'they count an hour, by keys that are left out',
  term_networks: 'they count a day, by keys that are left out',
  recents: 'their names are made by a key that is left out',
  makers: 'they ask again',
  restoring: 'it is about a restore that has ended',
}

/** Rows of a table that stay, as SQL that is true of them. */
const ROWS_THAT_STAY: Readonly<Record<string, string>> = {
  // A mail's text may have a link that signs its reader in.
  outbox: "link IS NULL AND text NOT LIKE '%?token=%'",
  webhook_deliveries: 'due_at IS NULL',
  // An app's secret is sealed with a key that no archive has.
  factors: "kind = 'passkey'",
}

/** Columns that have a secret as it is: an archive has '' there. */
const SECRET_COLUMNS: Readonly<Record<string, string>> = { webhooks: 'secret' }

/** An identifier for SQL; an unknown one is an error, and not a text. */
export const quoted = (name: string): string => `\`${name.replaceAll('`', '')}\``

/** A table, its columns, those of whole numbers, of which some are larger than JavaScript's, and its key. */
export type Selected = {
  name: string
  columns: readonly string[]
  wholes: readonly string[]
  key: readonly string[]
}

/** The query of a table's rows in a stable order, without what is secret. @param where more that is true of them */
export function selectRows({ name, columns, wholes, key }: Selected, where = 'true', more = ''): string {
  const shown = columns.map((column) => {
    if (own(SECRET_COLUMNS, name) === column) return "''"
    const value = quoted(column)
    // As text, which the column turns into a number again.
    return wholes.includes(column)
      ? `iif(abs(${value}) > ${Number.MAX_SAFE_INTEGER}, CAST(${value} AS TEXT), ${value})`
      : value
  })
  const stays = own(ROWS_THAT_STAY, name) ?? 'true'
  const order = key.map(quoted).join(', ')
  return `SELECT ${shown.join(', ')}${more} FROM ${quoted(name)} WHERE ${stays} AND ${where} ORDER BY ${order}`
}

/** Webhooks of an archive are off, under a secret that no one knows: their receivers know the old one. */
export const WEBHOOKS_ARE_OFF =
  "UPDATE webhooks SET is_active = 0, off_because = '', secret = hex(randomblob(32))"

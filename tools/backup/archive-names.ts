import { AppError } from '../../shared/errors.ts'

/** What an archive is, so that another one is refused by its own words. */
export const FORMAT = 'loopframe-backup'
export const FORMAT_VERSION = 1

/** Bytes. A part of rows or of the list is in memory as a whole; a file passes through. */
export const PART_BYTES = 4 * 1024 * 1024
/** Bytes of a row at most: D1 takes no more. */
export const ROW_BYTES_MAX = 2 * 1024 * 1024
export const PART_BYTES_MAX = PART_BYTES + ROW_BYTES_MAX
export const FILE_BYTES_MAX = 512 * 1024 * 1024
/** Members that a part of the list names. */
export const LISTED_AT_ONCE = 1000

export const MANIFEST = 'manifest.json'
export const END = 'end.json'

const digits = (value: number, width: number) => String(value).padStart(width, '0')
export const rowsName = (table: string, part: number): string => `rows/${table}/${digits(part, 6)}.jsonl`
export const fileName = (number: number): string => `files/${digits(number, 9)}`
export const listName = (part: number): string => `list/${digits(part, 6)}.jsonl`

/** What a member is by its name, and how large it may be. */
export type MemberKind =
  | { kind: 'manifest' | 'list' | 'file' | 'end'; most: number }
  | { kind: 'rows'; most: number; table: string }

/** @throws BackupError for any name that an archive does not have, whatever it would lead to */
export function kindOfMember(name: string): MemberKind {
  if (name === MANIFEST) return { kind: 'manifest', most: PART_BYTES }
  if (name === END) return { kind: 'end', most: PART_BYTES }
  const table = /^rows\/([a-z][a-z_0-9]{0,60})\/\d{6}\.jsonl$/.exec(name)?.[1]
  if (table) return { kind: 'rows', most: PART_BYTES_MAX, table }
  if (/^files\/\d{9}$/.test(name)) return { kind: 'file', most: FILE_BYTES_MAX }
  if (/^list\/\d{6}\.jsonl$/.test(name)) return { kind: 'list', most: PART_BYTES_MAX }
  throw new BackupError(`This is no archive of a Loopframe: it has '${name.slice(0, 80)}'`)
}

/** What is wrong with an archive, or with the place of one, in words for who runs the command. */
export class BackupError extends AppError {
  override readonly name = 'BackupError'

  constructor(message: string, options?: ErrorOptions) {
    super('invalid-input', message, options)
  }
}

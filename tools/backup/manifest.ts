import * as v from 'valibot'
import { BackupError, FORMAT, FORMAT_VERSION } from './archive-names.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Name = v.pipe(v.string(), v.maxLength(200))

/** The first member of an archive: what it is, and how much. */
const ManifestSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.integer()),
  /** Of the Loopframe that has made it. */
  loopframe: Name,
  made_at: Name,
  migrations: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{4}_\w{1,80}\.sql$/))), v.maxLength(5000)),
  tables: v.record(
    v.pipe(v.string(), v.regex(/^[a-z][a-z_0-9]{0,60}$/)),
    v.object({ rows: Count, columns: v.array(Name) }),
  ),
  files: Count,
  bytes: Count,
  /** Names alone: what is to be set where the archive is restored. */
  secrets: v.array(Name),
})
export type Manifest = v.InferOutput<typeof ManifestSchema>

/** A file of R2, and the member that has its bytes. */
export const ListedFile = v.object({
  member: Name,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)),
  size: Count,
  etag: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  uploaded: Count,
  http: v.record(v.string(), v.union([v.string(), v.number()])),
  custom: v.record(v.string(), v.string()),
})
export type ListedFile = v.InferOutput<typeof ListedFile>

/** A member that is no file, as the list has it. */
export const ListedPart = v.object({ member: Name, sha256: ListedFile.entries.sha256 })
export const Listed = v.union([ListedFile, ListedPart])
export type Listed = v.InferOutput<typeof Listed>

/** The last member. `sha256` is of the lines `{hash}  {name}` of all members before it. */
const EndSchema = v.object({ members: Count, files: Count, bytes: Count, missing: Count, sha256: Name })
export type End = v.InferOutput<typeof EndSchema>

function parse<T extends v.GenericSchema>(schema: T, text: string, what: string): v.InferOutput<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BackupError(`The archive is refused: ${what} is no JSON`, { cause })
  }
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw new BackupError(`The archive is refused: ${what}: ${v.summarize(result.issues).slice(0, 300)}`)
}

/** @throws BackupError for what is no archive, or one of a newer Loopframe */
export function parseManifest(text: string): Manifest {
  const { version } = parse(
    v.object({ format: v.literal(FORMAT), version: v.number() }),
    text,
    'its manifest',
  )
  if (version !== FORMAT_VERSION)
    throw new BackupError('A newer Loopframe made this archive: update this one')
  return parse(ManifestSchema, text, 'its manifest')
}

export const parseListed = (line: string): Listed => parse(Listed, line, 'its list')
export const parseEnd = (text: string): End => parse(EndSchema, text, 'its end')

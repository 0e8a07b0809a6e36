import * as v from 'valibot'

/** What a backup reads first, and once more at its end: rows that were read in between are of one library. */
export const BackupState = v.strictObject({
  build: v.string(),
  migrations: v.array(v.string()),
  version: v.number(),
})

const Value = v.nullable(v.union([v.string(), v.number()]))

/** `after` asks for the next page; null behind the last one. */
export const BackupRows = v.strictObject({ rows: v.array(v.array(Value)), after: v.nullable(v.string()) })

export const BackupFile = v.strictObject({
  key: v.string(),
  size: v.number(),
  etag: v.string(),
  uploaded: v.number(),
  http: v.record(v.string(), v.string()),
  custom: v.record(v.string(), v.string()),
})
export const BackupFiles = v.strictObject({ files: v.array(BackupFile), after: v.nullable(v.string()) })

/** Bytes in base64, null of a file that is gone. */
export const BackupPieces = v.strictObject({ pieces: v.array(v.nullable(v.string())) })

/** Bytes of one answer, and of a file that it has a piece of. */
export const BACKUP_BYTES = 2 * 1024 * 1024
/** Bytes of a part that is sent: a file, or rows of a table. */
export const BACKUP_PART = { file: 64 * 1024 * 1024, rows: 1024 * 1024, request: 64 * 1024 * 1024 } as const

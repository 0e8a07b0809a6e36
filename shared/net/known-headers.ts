type HeaderRecord = Readonly<Record<string, string>>

/** Headers that are known before their response: of an object that stays the same, all are set once. */
export class KnownHeaders {
  readonly record: HeaderRecord
  readonly names: string

  constructor(record: HeaderRecord) {
    this.record = record
    this.names = Object.keys(record).join()
  }
}

/**
 * T63: a record's field by a text that may be a stranger's; undefined for what every object has, such as `constructor`, where
 * `record[key]` would give a function. A check refuses that (`tools/checks/own-keys.ts`).
 */
export function own<V>(record: Readonly<Partial<Record<string, V>>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

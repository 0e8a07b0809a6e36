/**
 * Items in the order of the ids that they were asked by. What an old id led to has another id: then they stay as they came,
 * which is the library's order of the ids (`docs/moving.md`).
 */
export function inOrderOf<T>(ids: readonly string[], items: readonly T[], idOf: (item: T) => string): T[] {
  const found = new Map(items.map((item) => [idOf(item), item]))
  const ordered = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  return ordered.length === found.size ? ordered : [...found.values()]
}

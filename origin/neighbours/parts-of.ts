/** Items of one job: the model takes a hundred texts at a time. */
const VECTORS_AT_ONCE = 100

/** Ids by the jobs that they make. */
export const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / VECTORS_AT_ONCE) }, (_, at) =>
    ids.slice(at * VECTORS_AT_ONCE, (at + 1) * VECTORS_AT_ONCE),
  )

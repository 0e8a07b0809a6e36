const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** A number keeps as many bits exactly. */
const SAFE_BITS = 53

/**
 * KLIPY's items have a whole number as their id beside the slug: the 64 bits of FNV-1a of our id, of which the upper 53 are
 * kept. It is the same wherever an item is read, and no call takes it.
 * https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
 */
export function numericId(id: string): number {
  let hash = OFFSET
  for (const byte of new TextEncoder().encode(id)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return Number(hash >> BigInt(64 - SAFE_BITS)) || 1
}

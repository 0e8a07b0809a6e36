import type { Understood } from './query.ts'

/** A term of the library: its number, and how many items have it. */
export type KnownTerm = { term: string; id: number; items: number }

/** One way to have a word: an item has all of these terms. The rarest leads, since fewest items have it. */
export type Way = { ids: readonly number[]; lead: number; items: number; weight: number }

/** What an item must have, the best way first. `items` have it at most. What limits a search says nothing of how good an item is. */
export type Wanted = { ways: readonly Way[]; items: number; isLimit: boolean }

/** What a search is for. `isWhole`: the library knows all of its words. */
export type Plan = { wanted: readonly Wanted[]; isWhole: boolean }

/** All terms that a text may stand for. */
export const termsIn = ({ words }: Understood): string[] => [
  ...new Set(words.flatMap(({ alternatives }) => alternatives.flatMap(({ term }) => term.split(' ')))),
]

function wayOf(terms: readonly string[], weight: number, known: ReadonlyMap<string, KnownTerm>): Way[] {
  const found = terms.flatMap((term) => known.get(term) ?? [])
  const [rarest] = found.toSorted((a, b) => a.items - b.items)
  if (!rarest || found.length < terms.length) return []
  return [{ ids: found.map(({ id }) => id), lead: rarest.id, items: rarest.items, weight }]
}

const sumOf = (ways: readonly Way[]): number => ways.reduce((sum, { items }) => sum + items, 0)

/** What a text is for, by what the library knows of its terms. `scope` are the terms of a user or channel that it is limited to. */
export function planOf(
  { words }: Understood,
  known: ReadonlyMap<string, KnownTerm>,
  scope?: readonly KnownTerm[],
): Plan {
  const telling = words.some(({ isStop }) => !isStop) ? words.filter(({ isStop }) => !isStop) : words
  const wanted = telling.map(({ alternatives }): Wanted => {
    const ways = alternatives.flatMap(({ term, weight }) => wayOf(term.split(' '), weight, known))
    return { ways: ways.toSorted((a, b) => b.weight - a.weight), items: sumOf(ways), isLimit: false }
  })
  const found = wanted.filter(({ ways }) => ways.length > 0)
  // All of a user's items are no answer to words that none of them can have.
  if (wanted.length > 0 && found.length === 0) return { wanted: [], isWhole: false }
  const limits = scope?.map(({ id, items }): Way => ({ ids: [id], lead: id, items, weight: 1 }))
  return {
    wanted: [...found, ...(limits ? [{ ways: limits, items: sumOf(limits), isLimit: true }] : [])],
    isWhole: found.length === wanted.length,
  }
}

/** Where an item has terms, by their numbers. */
export type Fields = ReadonlyMap<number, number>

/** How good an item is: how many parts it lacks, how well the others fit, and where it has them. */
export type Fit = { missing: number; weight: number; fields: number }

/** How much a word says: the fewer items have it, the more. */
const tellingOf = ({ items }: Wanted): number => 1 / Math.log2(2 + items)

/** How well an item fits a plan; undefined where it is not in the limits. */
export function fitOf(wanted: readonly Wanted[], fields: Fields): Fit | undefined {
  let [missing, weight, most, all] = [0, 0, 0, 15]
  for (const part of wanted) {
    const way = part.ways.find(({ ids }) => ids.every((id) => fields.has(id)))
    if (part.isLimit) {
      if (!way) return
      continue
    }
    most += tellingOf(part)
    if (!way) {
      missing++
      continue
    }
    weight += way.weight * tellingOf(part)
    all &= way.ids.reduce((seen, id) => seen | (fields.get(id) ?? 0), 0)
  }
  return { missing, weight: most > 0 ? Math.round((100 * weight) / most) / 100 : 1, fields: all }
}

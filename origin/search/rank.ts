import { FIELD } from './terms.ts'

/** What an item is ranked by within its block. */
export type Ranked = { num: number; id: string; weight: number; fields: number; heat: number; at: string }

/** Heat that counts at most, above that of weight 1 at this moment: what is above is the same. */
const HEAT_MAX = 60

/** Words in its title make an item better, and among its tags; each doubling of the decayed weight adds a tenth. */
function scoreOf({ fields, heat }: Ranked, heatNow: number): number {
  const isTitled = fields & FIELD.title ? 1.5 : 0
  const isTagged = fields & (FIELD.tags | FIELD.translated) ? 1 : 0
  return (1 + isTitled + isTagged) * (1 + 0.1 * Math.log2(1 + 2 ** Math.min(heat - heatNow, HEAT_MAX)))
}

/** The items of a block, the best first: as typed before other forms, then by where they have the words, and by heat. */
export const rankBlock = (block: readonly Ranked[], heatNow: number): Ranked[] =>
  block
    .map((item) => ({ item, score: scoreOf(item, heatNow) }))
    .sort(
      (a, b) =>
        b.item.weight - a.item.weight ||
        b.score - a.score ||
        b.item.heat - a.item.heat ||
        b.item.num - a.item.num,
    )
    .map(({ item }) => item)

/** The newest first. */
export const rankByDate = (items: readonly Ranked[]): Ranked[] =>
  items.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.heat - a.heat || b.num - a.num))

/** Each place of a list with this number is for a new item, while there are some. */
const NEW_EVERY = 8

/** How many new items a list of so many has places for. */
export const placesForNew = (items: number): number => Math.floor(items / NEW_EVERY)

/**
 * What is at a place of a list: a new item, or which of the others.
 * @param fresh how many new items there are
 */
export function atPlace(place: number, fresh: number): { isNew: boolean; at: number } {
  const before = Math.floor(place / NEW_EVERY)
  const isNew = place % NEW_EVERY === NEW_EVERY - 1 && before < fresh
  return isNew ? { isNew, at: before } : { isNew, at: place - Math.min(before, fresh) }
}

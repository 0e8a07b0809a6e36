/** What an item is compared by: its tags and stems of its words, each with how many items have it. */
export type Compared = {
  tags: readonly (readonly [tag: string, items: number])[]
  words: readonly (readonly [term: number, items: number])[]
  /** Of how many top categories its own are. */
  tops: number
  /** Items of the library, about. */
  size: number
}

/** An item that may be related: where it was found says what it shares. */
export type Near = {
  id: string
  heat: number
  num: number
  tags: readonly string[]
  /** As `search_items` has them: 16 * the term + where the item has it. */
  terms: readonly number[]
  /** How often both were opened together (`origin/pairs.ts`). */
  pair: number
  isByAuthor: boolean
  /** How many categories it is in, how many of those the item is in too, and how many are of the same top categories. */
  categories: readonly [all: number, shared: number, kin: number]
}

/** What counts how much, next to a shared tag. A word of a title is less than a tag, and one of another language still less. */
const WEIGHTS = { word: 0.5, translated: 0.2, category: 5, author: 1, pair: 0.6 } as const
/** Where an item has a term in another language alone (`FIELD` of `origin/search/terms.ts`). */
const OWN_WORDS = 3
/** More tags make it likelier that one is shared by accident. */
const TAGS_ASIDE = 3
/**
 * What more of all items have says nothing by itself: a happy wave is no happy toaster. Between categories one word is an accident:
 * a wave of the hand is no wave of the sea.
 */
const TELLING = { share: 0.12, least: 3 } as const
/** One word among so many tags of both is an accident too. */
const MANY_TAGS = 4
/** Of what the item shares with itself: a related one has so much at least. */
const SHARED_MIN = 0.08
/**
 * Where fewer are related, others follow, up to so many, which an embed's grid begins with (§2). Those that share nothing but
 * what is common look related and are not: they come last, and only where there are fewer than six.
 */
const ENOUGH = 18
const LEAST = 6
/** A pair of this weight counts in full. */
const FULL_PAIR = 32

/** What follows where few are related: the category's own, those next to it, its author's, the hottest, false friends. */
type Place = 0 | 1 | 2 | 3 | 4

type Scored = { near: Near; score: number; isRelated: boolean; place: Place }

/** How much it says that two items share what so many have. */
const rarity = (items: number, size: number): number => Math.log2(1 + size / Math.max(items, 1)) ** 2

/**
 * The related items of one, the closest first. Some that are not related follow where there are few.
 *
 * A shared tag or word counts by its rarity; so do a category, an author, and pairs that visitors open together. What most items
 * have relates none, however much of it is shared.
 */
export function rankRelated(item: Compared, near: readonly Near[]): string[] {
  const score = scoring(item)
  const scored = near.map(score)
  const related = scored.filter(({ isRelated }) => isRelated).sort(closestFirst)
  const others = scored.filter(({ isRelated }) => !isRelated).sort(besidesFirst)
  const after = others.filter(({ place }, at) => related.length + at < (place === 4 ? LEAST : ENOUGH))
  return [...related, ...after].map(({ near: { id } }) => id)
}

function scoring({ tags, words, tops, size }: Compared): (near: Near) => Scored {
  const common = Math.max(size * TELLING.share, TELLING.least)
  const byTag = new Map(tags)
  const byTerm = new Map(words)
  const sumOf = (all: Compared['tags'] | Compared['words']) =>
    all.reduce((sum, [, items]) => sum + rarity(items, size), 0)
  const self = sumOf(tags) + WEIGHTS.word * sumOf(words) + WEIGHTS.category
  return (near) => {
    const tagged = near.tags.flatMap((tag) => sharedOf(byTag.get(tag), 1))
    const worded = near.terms.flatMap((term) =>
      sharedOf(byTerm.get(term >> 4), term & OWN_WORDS ? WEIGHTS.word : WEIGHTS.translated),
    )
    const shared = [...tagged, ...worded]
    const told = shared.reduce((sum, { items, weight }) => sum + weight * rarity(items, size), 0)
    const pair = WEIGHTS.pair * self * Math.min(Math.log2(1 + near.pair) / Math.log2(FULL_PAIR), 1)
    const [all, same, kin] = near.categories
    const more = (same > 0 ? WEIGHTS.category : 0) + (near.isByAuthor ? WEIGHTS.author : 0)
    const isFalseFriend = shared.length > 0 && shared.every(({ items }) => items > common)
    // A tag's words are words too, so each is counted there.
    const telling = worded.filter(({ items }) => items <= common).length
    const isElsewhere = tops > 0 && all > 0
    const isOfMany = Math.min(tags.length, near.tags.length) >= MANY_TAGS
    const isAccident = kin === 0 && (isElsewhere || isOfMany)
    const isTelling = same > 0 ? shared.length > 0 : telling > (isAccident ? 1 : 0)
    // An item of two tops is next to neither: what both are is not what one is.
    const isKin = tops === 1 && kin > 0
    return {
      near,
      score: pair + (told + more) / Math.sqrt(TAGS_ASIDE + near.tags.length),
      isRelated: near.pair > 0 || (isTelling && told + more >= SHARED_MIN * self),
      place: same > 0 ? 0 : isKin ? 1 : near.isByAuthor ? 2 : isFalseFriend ? 4 : 3,
    }
  }
}

const sharedOf = (items: number | undefined, weight: number) =>
  items === undefined ? [] : [{ items, weight }]

const closestFirst = (a: Scored, b: Scored): number => b.score - a.score || hottestFirst(a, b)
const hottestFirst = ({ near: a }: Scored, { near: b }: Scored): number => b.heat - a.heat || b.num - a.num

const besidesFirst = (a: Scored, b: Scored): number =>
  a.place - b.place || (a.place === 3 ? hottestFirst(a, b) : closestFirst(a, b))

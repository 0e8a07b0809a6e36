import { type Alternative, standsFor } from './alternatives.ts'
import { type Counts, itemsOf, type Spelled } from './spelled.ts'
import { isStemLanguage, stemsOf } from './stems.ts'
import type { Near, Vocabulary } from './vocabulary.ts'

/** Words that fewer items have are followed by longer ones. */
const ENOUGH = 100
/** Letters of a word that may be the start of another; that may have one wrong, or two. */
const START_MIN = 3
const UNKNOWN_START_MIN = 2
const MISTYPED_MIN = 4
const ACCENTED_MIN = 6
const MISTYPED_TWICE_MIN = 8
const CORRECTIONS_MAX = 3
/** A word that so many items have was not mistyped. */
const RARE = 20

export type Correcting = {
  vocabulary: Vocabulary
  counts: Counts
  languages: readonly string[]
  /** Nothing is corrected: someone has asked for these very words. */
  exact?: boolean | undefined
  /** Words that the library has are corrected too: the search for them has found nothing. */
  insist?: boolean | undefined
}

/** Whether the library has a word, in any form. */
const isFound = (alternatives: readonly Alternative[], counts: Counts): boolean =>
  alternatives.some(({ term }) => itemsOf(counts, term) > 0)

/** The nearest of some words: those with the fewest edits, then the same first letter, then most items. */
function nearest(near: readonly Near[], word: string): string[] {
  const isOther = ({ term }: Near) => (term[0] === word[0] ? 0 : 1)
  const ranked = near
    .filter(({ term }) => term !== word)
    .toSorted((a, b) => a.distance - b.distance || isOther(a) - isOther(b) || b.items - a.items)
  const least = ranked[0]?.distance
  return ranked
    .filter(({ distance }) => distance === least)
    .slice(0, CORRECTIONS_MAX)
    .map(({ term }) => term)
}

/** Words of the library that a mistyped one may be, or else that its stem may be; more items than its own have them. */
async function correctionsOf(
  { typed, spoken, stems }: Spelled,
  items: number,
  vocabulary: Vocabulary,
): Promise<string[]> {
  // Who types accents in a short word means it.
  const least = spoken === typed ? MISTYPED_MIN : ACCENTED_MIN
  if (typed.length < least || !/^[a-z]+$/.test(typed)) return []
  const all = await vocabulary.near(typed, typed.length < MISTYPED_TWICE_MIN ? 1 : 2)
  const near = all.filter((one) => one.items > items)
  const stem = stems.at(-1)?.slice(1) ?? typed
  if (near.length > 0 || stem === typed || stem.length < MISTYPED_MIN) return nearest(near, typed)
  return nearest(await vocabulary.near(stem, 1), typed)
}

/** Longer words that begin with a word. */
const startedBy = async (
  { typed }: Spelled,
  items: number,
  vocabulary: Vocabulary,
): Promise<Alternative[]> =>
  typed.length < (items > 0 ? START_MIN : UNKNOWN_START_MIN)
    ? []
    : (await vocabulary.starting(typed)).map(({ term }) => standsFor(term, 'start'))

type Corrected = { more: Alternative[]; correction?: string | undefined }

/**
 * What a word that few items have may be the start of, or a mistyped form of.
 * @param alternatives what it is searched by otherwise
 */
export async function completed(
  word: Spelled,
  alternatives: readonly Alternative[],
  { vocabulary, counts, languages, exact, insist }: Correcting,
): Promise<Corrected> {
  if (word.isEmoji || itemsOf(counts, word.typed) >= ENOUGH) return { more: [] }
  const items = itemsOf(counts, word.typed)
  const isWrong = !exact && ((insist && items < RARE) || !isFound(alternatives, counts))
  const starts = await startedBy(word, items, vocabulary)
  if (!isWrong || (starts.length > 0 && !insist)) return { more: starts }
  const near = await correctionsOf(word, items, vocabulary)
  if (near.length === 0) return { more: starts }
  const terms = near.flatMap((term) => [term, ...stemsOf(term, languages.filter(isStemLanguage))])
  return { more: [...starts, ...terms.map((term) => standsFor(term, 'correction'))], correction: near[0] }
}

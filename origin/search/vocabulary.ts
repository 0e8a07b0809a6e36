/** A word of the library that is close to another: `items` have it. */
export type Near = { term: string; items: number; distance: number }

/** What the words of the library are. */
export interface Vocabulary {
  /** How many items have each of these terms, stems too; those without items are left out. */
  counts(terms: readonly string[]): Promise<Map<string, number>>
  /** Words (no stems) that are at most so many edits away, those of most items first, bounded in number. */
  near(word: string, edits: 1 | 2): Promise<readonly Near[]>
  /** Words that begin with this one and are longer, those of most items first, bounded in number. */
  starting(word: string): Promise<readonly { term: string; items: number }[]>
}

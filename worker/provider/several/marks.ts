/** The variables that configure providers: those without a number, and those with one. */
export const NUMBERS = ['2', '3', '4'] as const

/** Whose an item is: the provider's without a number, a numbered one's, or the library's beside them. */
export type Mark = '1' | (typeof NUMBERS)[number] | 'L'

/** What an id begins with that says whose it is. `P1_` is in front of one that begins so at its provider. */
const MARKED = /^P([1-4L])_/

/** Quickly, whether an id in a JSON text may begin like a mark. */
export const mayHaveMarks = (text: string): boolean => /"P[1-4L]_/.test(text)

/** The id that we show for a provider's own; the first one's stays as it is. */
export const markedId = (mark: Mark, id: string): string =>
  mark !== '1' || MARKED.test(id) ? `P${mark}_${id}` : id

/** Whose an id that we show is, and what it is called there. Undefined for one that `markedId` does not make. */
export function readMark(shown: string): { mark: Mark; id: string } | undefined {
  const mark = (MARKED.exec(shown)?.[1] ?? '1') as Mark
  const id = MARKED.test(shown) ? shown.slice(`P${mark}_`.length) : shown
  return markedId(mark, id) === shown ? { mark, id } : undefined
}

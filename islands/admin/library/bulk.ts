import type { LibraryItem } from '../../../shared/schema/own/items.ts'

/** What a bulk changes of an item. */
export type BulkFields = Partial<Pick<LibraryItem, 'rating' | 'tags' | 'is_hidden' | 'is_indexable'>>

/** Who sees an item, as a bulk changes it. A hidden item keeps whether it is listed. */
export const STEPS = {
  hide: { is_hidden: true },
  show: { is_hidden: false },
  unlist: { is_indexable: false },
  list: { is_indexable: true },
} as const
export type VisibilityStep = keyof typeof STEPS

/** What is to be changed; an empty field leaves as it is. */
export type Wish = {
  rating: LibraryItem['rating'] | ''
  add: readonly string[]
  remove: readonly string[]
  step: VisibilityStep | ''
}

/** Tags as they are typed: joined by commas, each once. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

const has = (tags: readonly string[], tag: string) =>
  tags.some((each) => each.toLowerCase() === tag.toLowerCase())

/** The fields of an item that a wish changes; none where it is so already. */
export function wishedFields(item: LibraryItem, { rating, add, remove, step }: Wish): BulkFields {
  const kept = item.tags.filter((tag) => !has(remove, tag))
  const tags = [...kept, ...add.filter((tag) => !has(kept, tag))]
  const { is_hidden, is_indexable }: BulkFields = step ? STEPS[step] : {}
  return {
    ...(rating && rating !== item.rating && { rating }),
    ...(tags.join() !== item.tags.join() && { tags }),
    ...(is_hidden !== undefined && is_hidden !== item.is_hidden && { is_hidden }),
    ...(is_indexable !== undefined && is_indexable !== item.is_indexable && { is_indexable }),
  }
}

/** The same fields as the item has them now: what takes a change of them back. */
export const fieldsNow = (item: LibraryItem, fields: BulkFields): BulkFields => ({
  ...(fields.rating !== undefined && { rating: item.rating }),
  ...(fields.tags && { tags: item.tags }),
  ...(fields.is_hidden !== undefined && { is_hidden: item.is_hidden }),
  ...(fields.is_indexable !== undefined && { is_indexable: item.is_indexable }),
})

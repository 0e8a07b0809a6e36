import { own } from '../../../shared/own.ts'
import type { OwnCategory } from '../../../shared/schema/own/listings.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { tagsOf } from '../library/item.tsx'
import { gifIdsOf } from '../parts/items.tsx'
import type { CategoryFields } from './categories.ts'

/** A category that is not there yet. */
export const NEW_CATEGORY: Omit<OwnCategory, 'parent'> = {
  path: '',
  slug: '',
  name: '',
  names: {},
  cover: null,
  tags: [],
  gif_ids: [],
  position: 0,
  items: 0,
}

/** What the form of a category holds: its texts, and its names by `nameField`. */
export type CategoryValues = Readonly<Record<'name' | 'slug' | 'parent' | 'cover' | 'tags', string>> &
  Readonly<Record<string, string>>

/** The field of a name in a language. */
export const nameField = (lang: string) => `name ${lang}`

/** The languages of a form: ours, and those of which the category has a name. */
export const languagesOf = ({ names }: OwnCategory): string[] => [
  ...new Set<string>([...languages, ...Object.keys(names)]),
]

/** What the form holds at first. */
export const valuesOf = (row: OwnCategory): CategoryValues => ({
  name: row.name,
  slug: row.slug,
  parent: row.parent ?? '',
  cover: row.cover ?? '',
  tags: row.tags.join(', '),
  ...Object.fromEntries(languagesOf(row).map((lang) => [nameField(lang), own(row.names, lang) ?? ''])),
})

/** What a form says, as its calls have it. @param row the category as it was seen; @param ids the items that are chosen */
export function fieldsOf(values: CategoryValues, row: OwnCategory, ids: readonly string[]): CategoryFields {
  const names = languagesOf(row).map((lang) => [lang, (own(values, nameField(lang)) ?? '').trim()] as const)
  return {
    name: values.name.trim(),
    slug: values.slug.trim() || row.slug,
    parent: values.parent || null,
    names: Object.fromEntries(names.filter(([, name]) => name)),
    cover: gifIdsOf(values.cover).ids[0] ?? null,
    tags: tagsOf(values.tags),
    gif_ids: [...ids],
  }
}

/** A value as text, its fields sorted. */
const textOf = (value: unknown): string =>
  JSON.stringify(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).sort()
      : value,
  )

/** The fields that differ from a category's; its names by language are one. */
export function changedFields(fields: CategoryFields, row: OwnCategory): Partial<CategoryFields> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => textOf(value) !== textOf(row[name as keyof CategoryFields]),
  )
  return Object.fromEntries(changed)
}

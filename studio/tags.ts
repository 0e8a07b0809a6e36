import type { ManifestItem } from '../media/manifest/manifest.ts'
import { ELSEWHERE, elsewhere } from './words.ts'

/** A term that is suggested finds as many items: each tag has them, since completion and related terms are tags. */
export const HITS = 4

type Tagged = Pick<ManifestItem, 'title' | 'tags'>
type LanguageTags = NonNullable<ManifestItem['language_tags']>

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Keeps the tags that enough items share. The others are words of their own language, which a search finds and nobody is
 * offered; every word that has a translation is there in all of them, with the tag that it means.
 */
export function languageTagged<T extends Tagged>(
  items: readonly T[],
): (T & { language_tags: LanguageTags })[] {
  const counts = new Map<string, number>()
  for (const tag of items.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return items.map((item) => {
    const tags = item.tags.filter((tag) => (counts.get(tag) ?? 0) >= HITS)
    return { ...item, tags, language_tags: languageTags(item, tags) }
  })
}

function languageTags({ title, tags: all }: Tagged, shared: readonly string[]): LanguageTags {
  const meant = [...new Set([...all, ...wordsOf(title)])]
  const rare = all.filter((tag) => !shared.includes(tag))
  const translated = ELSEWHERE.map((lang) => {
    const pairs = new Map<string, string>()
    for (const word of meant) {
      const tag = elsewhere(word)?.[lang].toLowerCase()
      if (tag && !pairs.has(tag)) pairs.set(tag, shared.includes(word) ? word : '')
    }
    return [lang, [...pairs]] as const
  })
  return Object.fromEntries(
    [['en', rare.map((tag) => [tag, ''] as const)] as const, ...translated].filter(
      ([, tags]) => tags.length > 0,
    ),
  ) as LanguageTags
}

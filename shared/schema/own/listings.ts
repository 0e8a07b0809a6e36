import * as v from 'valibot'
import { FilledText, NaturalNumber } from '../vocabulary.ts'

/** What staff list, and how much of it there may be. */
export const LISTINGS = {
  categories: 500,
  /** Of one category. */
  names: 20,
  tags: 40,
  gifIds: 500,
  /** Words that are pinned, and blocked. */
  pinned: 20,
  blocked: 1000,
  featured: 50,
  synonyms: 2000,
  /** Of one synonym. */
  words: 20,
} as const

/** The name of a category: its search is as long as any. */
export const CATEGORY_NAME_MAX = 50

/** A slug, or those of both levels with a slash between them. */
export const CATEGORY_PATH = /^[a-z0-9_-]{1,64}(\/[a-z0-9_-]{1,64})?$/

/** Names by language: the code in small letters, and what it is there. */
export const OwnNames = v.record(FilledText, FilledText)

/** A category as staff see it. `path` is what its calls take; `items` counts what everyone may see. */
export const OwnCategory = v.strictObject({
  path: FilledText,
  slug: FilledText,
  name: FilledText,
  names: OwnNames,
  parent: v.nullable(FilledText),
  cover: v.nullable(FilledText),
  tags: v.array(FilledText),
  gif_ids: v.array(FilledText),
  position: NaturalNumber,
  items: NaturalNumber,
})
export type OwnCategory = v.InferOutput<typeof OwnCategory>

/** What staff pin and block, and the terms that every surface shows now. */
export const OwnTrendingTerms = v.strictObject({
  pinned: v.array(FilledText),
  blocked: v.array(FilledText),
  terms: v.array(FilledText),
})
export type OwnTrendingTerms = v.InferOutput<typeof OwnTrendingTerms>

export const OwnFeatured = v.strictObject({ gif_ids: v.array(FilledText) })

/** `means` is empty where all words mean each other, `lang` '' where it is for any language. */
export const OwnSynonym = v.strictObject({
  id: FilledText,
  words: v.array(FilledText),
  means: v.array(FilledText),
  lang: v.string(),
})
export type OwnSynonym = v.InferOutput<typeof OwnSynonym>

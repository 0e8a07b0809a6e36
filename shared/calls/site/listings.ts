import * as v from 'valibot'
import {
  CATEGORY_NAME_MAX,
  CATEGORY_PATH,
  LISTINGS,
  OwnCategory,
  OwnFeatured,
  OwnSynonym,
  OwnTrendingTerms,
} from '../../schema/own/listings.ts'
import { recordList } from '../../schema/text.ts'
import { byToken } from '../call.ts'
import { FreeText, LanguageCode, NonNegative, Nothing, OneRecord, RecordId, TagList } from '../fields.ts'

const PATH_MESSAGE = 'must be a slug, or those of a category and its subcategory with a slash'
const CategoryPath = v.pipe(v.string(PATH_MESSAGE), v.toLowerCase(), v.regex(CATEGORY_PATH, PATH_MESSAGE))

const SLUG_MESSAGE = 'must be made of up to 64 letters a to z, digits, - and _'
const Slug = v.pipe(v.string(SLUG_MESSAGE), v.toLowerCase(), v.regex(/^[a-z0-9_-]{1,64}$/, SLUG_MESSAGE))

const Name = v.pipe(
  FreeText(CATEGORY_NAME_MAX),
  v.normalize('NFC'),
  v.trim(),
  v.minLength(1, 'is required'),
  v.check((name) => !name.startsWith('@'), 'must not begin with @'),
)

const NAMES_MESSAGE = `must be at most ${LISTINGS.names} names by language code`
/** By the language code in small letters. */
const Names = v.pipe(
  v.record(LanguageCode, Name, NAMES_MESSAGE),
  v.check((names) => Object.keys(names).length <= LISTINGS.names, NAMES_MESSAGE),
  v.transform((names): Record<string, string> => {
    const all = Object.entries(names)
    return Object.fromEntries(all.map(([lang, name]) => [lang.toLowerCase().replace('_', '-'), name]))
  }),
)

/** What is left out stays; null, or an empty text in a form, takes it away. */
const orNone = <S extends v.GenericSchema<unknown, string>>(schema: S) =>
  v.nullable(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      schema,
    ]),
  )

/** At most so many ids, each once, in their order. */
export const idsOf = (max: number) => {
  const message = `must be a list of at most ${max} ids`
  const list = v.union([v.array(v.string(), message), v.string(message)], message)
  return v.pipe(
    list,
    v.transform((ids) => [
      ...new Set(
        [ids]
          .flat()
          .flatMap((each) => each.split(',', max + 1))
          .filter(Boolean),
      ),
    ]),
    v.check((ids) => ids.length <= max && ids.every((id) => /^[\w-]{1,64}$/.test(id)), message),
  )
}

/** Words of a search: each once, in their order, as searches are counted. */
const termsOf = (max: number) => {
  const message = `must be a list of at most ${max} words of 50 characters`
  const list = v.union([v.array(v.string(), message), v.string(message)], message)
  return v.pipe(
    list,
    v.check((terms) => [terms].flat().length <= max, message),
    v.transform((terms) => {
      const words = [terms].flat().flatMap((each) => each.split(',', max + 1))
      const told = words.map((each) => each.normalize('NFC').trim().split(/\s+/).join(' ').toLowerCase())
      return [...new Set(told.filter(Boolean))]
    }),
    v.check((terms) => terms.length <= max && terms.every((term) => TERM.test(term)), message),
  )
}
const TERM = /^[^\p{Cc}@][^\p{Cc}]{0,49}$/u

const categoryFields = {
  names: v.optional(Names),
  cover: v.optional(orNone(RecordId)),
  tags: v.optional(TagList),
  gif_ids: v.optional(idsOf(LISTINGS.gifIds)),
  position: v.optional(v.pipe(NonNegative, v.maxValue(100_000, 'must be at most 100000'))),
}

const CATEGORIES = '/api/v3/categories/'
const TERMS = '/api/v3/trending-terms/'
const FEATURED = '/api/v3/featured/'
const SYNONYMS = '/api/v3/synonyms/'

/** A language without its region; '' is any. */
const SynonymLanguage = v.pipe(
  v.union([v.literal(''), LanguageCode], 'must be a language code'),
  v.transform((lang) => lang.slice(0, 2).toLowerCase()),
)

const synonymFields = {
  words: v.pipe(termsOf(LISTINGS.words), v.minLength(1, 'is required')),
  means: v.optional(termsOf(LISTINGS.words), []),
  lang: v.optional(SynonymLanguage, ''),
}

/** The embedded site's beyond §7: what staff list for all surfaces. */
export const ownListingCalls = {
  libraryCategories: byToken.get('staff', CATEGORIES, Nothing, recordList(OwnCategory)),
  createCategory: byToken.post(
    'staff',
    CATEGORIES,
    v.object({ slug: v.optional(Slug), name: Name, parent: v.optional(orNone(Slug)), ...categoryFields }),
    OwnCategory,
    { encoding: 'json' },
  ),
  // What is left out stays as it is.
  updateCategory: byToken.put(
    'staff',
    `${CATEGORIES}:category{.+}`,
    v.object({
      category: CategoryPath,
      slug: v.optional(Slug),
      name: v.optional(Name),
      parent: v.optional(orNone(Slug)),
      ...categoryFields,
    }),
    OwnCategory,
    { encoding: 'json' },
  ),
  // Answers what was deleted: made again in this order, it is there again.
  deleteCategory: byToken.del(
    'staff',
    `${CATEGORIES}:category{.+}`,
    v.object({ category: CategoryPath }),
    recordList(OwnCategory),
  ),
  trendingTerms: byToken.get('staff', TERMS, Nothing, OwnTrendingTerms),
  putTrendingTerms: byToken.put(
    'staff',
    TERMS,
    v.object({
      pinned: v.optional(termsOf(LISTINGS.pinned)),
      blocked: v.optional(termsOf(LISTINGS.blocked)),
    }),
    OwnTrendingTerms,
    { encoding: 'json' },
  ),
  featured: byToken.get('staff', FEATURED, Nothing, OwnFeatured),
  putFeatured: byToken.put('staff', FEATURED, v.object({ gif_ids: idsOf(LISTINGS.featured) }), OwnFeatured, {
    encoding: 'json',
  }),
  synonyms: byToken.get('staff', SYNONYMS, Nothing, recordList(OwnSynonym)),
  createSynonym: byToken.post('staff', SYNONYMS, v.object(synonymFields), OwnSynonym, { encoding: 'json' }),
  updateSynonym: byToken.put(
    'staff',
    `${SYNONYMS}:id`,
    v.object({
      id: RecordId,
      words: v.optional(synonymFields.words),
      means: v.optional(termsOf(LISTINGS.words)),
      lang: v.optional(SynonymLanguage),
    }),
    OwnSynonym,
    { encoding: 'json' },
  ),
  // Answers what was deleted.
  deleteSynonym: byToken.del('staff', `${SYNONYMS}:id`, OneRecord, OwnSynonym),
}

import * as v from 'valibot'
import { MAX_IDS, PROVIDER_PAGE, QUERY_MAX_CHARS } from '../limits.ts'
import { placeInList } from '../list-window.ts'
import { CHOSEN_RATINGS, mustBeOneOf, RATINGS } from '../schema/choices.ts'

/** A field that may be absent. Real clients also send it empty, or as the text `undefined` or `null`. */
export const optionalField = <S extends v.GenericSchema>(schema: S) =>
  // Casts away the preprocessing: for callers the field is simply optional.
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (value === '' || value === 'undefined' || value === 'null' ? undefined : value)),
      v.optional(schema),
    ),
  ) as unknown as v.OptionalSchema<S, undefined>

export const WholeNumber = (name: string) =>
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number))],
      `${name} must be a whole number`,
    ),
    v.integer(`${name} must be a whole number`),
  )

export const Limit = optionalField(
  v.pipe(
    WholeNumber('limit'),
    v.transform((limit) => Math.min(Math.max(limit, 1), PROVIDER_PAGE.maxLimit)),
  ),
)
/** What is wrong with an offset behind the last one that a list has. */
export const offsetIsBeyond = (max: number): string => `offset must be at most ${max}`

export const Offset = (max: number = PROVIDER_PAGE.maxOffset) =>
  optionalField(
    v.pipe(
      WholeNumber('offset'),
      v.minValue(0, 'offset must be at least 0'),
      v.check((offset) => (placeInList(offset)?.offset ?? Infinity) <= max, offsetIsBeyond(max)),
      v.description(`At most ${max}.`),
    ),
  )

export const Rating = optionalField(v.picklist(RATINGS, `rating ${mustBeOneOf(CHOSEN_RATINGS)}`))
export const Lang = optionalField(
  v.pipe(v.string(), v.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2,4})?$/, 'lang must be a language code')),
)
export const ShortText = v.pipe(v.string(), v.normalize('NFC'), v.trim(), v.maxLength(100))
const ID = /^[\w-]{1,128}$/
export const MediaId = v.pipe(v.string(), v.regex(ID, 'an id is made of letters and digits'))
export const Score = optionalField(
  v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,6})?$/, 'score must be a number')),
)

const AT_CHANNEL = /^@[\w.-]{1,100}\s+/
const segmenter = new Intl.Segmenter()

/** A search text has at most 50 graphemes; an `@channel` prefix does not count. */
export const isQueryLength = (q: string): boolean => {
  const words = q.replace(AT_CHANNEL, '')
  return words.length <= QUERY_MAX_CHARS || [...segmenter.segment(words)].length <= QUERY_MAX_CHARS
}

/** A search text. `parseInput` reports one that is too long as `query-too-long` (`docs/wire.md`: 414). */
export const Query = v.pipe(
  v.string('q is required'),
  v.normalize('NFC'),
  v.trim(),
  v.minLength(1, 'q is required'),
  v.check(isQueryLength, `q must be at most ${QUERY_MAX_CHARS} characters`),
)

export const Ids = v.pipe(
  v.string('ids is required'),
  v.check((ids) => ids.split(',', MAX_IDS).every((id) => ID.test(id)), 'ids must be ids joined by commas'),
  v.check((ids) => ids.split(',', MAX_IDS + 1).length <= MAX_IDS, `ids must be at most ${MAX_IDS}`),
)

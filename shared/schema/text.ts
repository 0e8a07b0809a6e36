import * as v from 'valibot'

/** The longest name or title we show, in what a reader counts as characters; a longer one is cut. */
const MAX_LINE = 200

/** As many code units as we look at for them: a family of emoji takes about 25, stacked accents have no end. */
const MAX_UNITS = 5000

// Control characters, line ends, and those that turn the reading direction of what follows (the names are strangers').
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

// Half a surrogate pair becomes U+FFFD: it would make `encodeURIComponent` throw.
const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value.toWellFormed()
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : ''

const toLine = (value: unknown): string => {
  const text = toText(value).slice(0, MAX_UNITS).toWellFormed()
  const line = text.replace(UNPRINTABLE, ' ').normalize('NFC').trim()
  if (!VISIBLE.test(line)) return ''
  return line.length > MAX_LINE ? firstCharacters(line) : line
}

const firstCharacters = (line: string): string =>
  Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment)
    .slice(0, MAX_LINE)
    .join('')

const toUrl = (value: unknown): string => {
  const url = toText(value).trim()
  return /^https?:\/\/[^\s/]/i.test(url) ? url : ''
}

/** A text as it came; anything that is no text or number is ''. */
export const Text = v.optional(v.pipe(v.unknown(), v.transform(toText)), '')

/** One line for people: no control or direction characters, at most 200 characters; '' if nothing of it shows. */
export const Line = v.optional(v.pipe(v.unknown(), v.transform(toLine)), '')

/** An http(s) URL, or '' for anything else: a missing link is no link, never a broken one. */
export const Url = v.optional(v.pipe(v.unknown(), v.transform(toUrl)), '')

/** A URL of the provider's media; numbered hosts (media3.…) become the plain one (§3). */
export const MediaUrl = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => toUrl(value).replace(/^(https?:\/\/media)\d+(?=\.)/i, '$1')),
  ),
  '',
)

/** Ids come as numbers or strings and leave as strings that are not empty (§3). */
export const Id = v.pipe(v.unknown(), v.transform(toText), v.minLength(1))

/** The provider sends 0, 1, '0', null or nothing at all for its flags. */
export const Flag = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((flag) => flag !== '0' && flag !== 'false' && Boolean(flag)),
  ),
  false,
)

/** A size, count or time: a whole number of at least 0. What is no such number is 0. */
export const Whole = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      // Only texts and numbers are read: an object may bear a `valueOf` that throws.
      const number = typeof value === 'number' ? Math.trunc(value) : Number.parseInt(toText(value), 10)
      return Number.isSafeInteger(number) && number > 0 ? number : 0
    }),
  ),
  0,
)

/** A part that is left out when it is null or does not fit, so that one bad part never costs the whole. */
export const lenient = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.fallback(v.union([schema, v.undefined()]), undefined))

/** A list of what fits; entries that do not fit are dropped, and what is no list is empty. */
export function listOf<S extends v.GenericSchema>(schema: S) {
  const toList = (value: unknown): v.InferOutput<S>[] =>
    Array.isArray(value)
      ? value.flatMap((entry) => {
          const result = v.safeParse(schema, entry)
          return result.success ? [result.output] : []
        })
      : []
  // The API reference is printed from schemas, and a transformation alone says nothing of its outcome.
  toList.listOf = schema
  return v.optional(v.pipe(v.unknown(), v.transform(toList)), [])
}

import * as v from 'valibot'

/** The longest name or title, in graphemes; a longer one is truncated. */
const MAX_LINE = 200

/** How many code units are read for them: a family emoji has about 25, stacked accents have no limit. */
const MAX_UNITS = 5000

/** Code units of a URL; browsers take this many everywhere. */
const MAX_URL = 2048

// Control characters, line ends and direction overrides: the names are untrusted.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

// A lone surrogate becomes U+FFFD: `encodeURIComponent` would throw on it.
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
  if (url.length > MAX_URL) return ''
  return /^https?:\/\/[^\s/]/i.test(url) ? url : ''
}

/** A text, unchanged; anything other than a text or a number becomes ''. */
export const Text = v.optional(v.pipe(v.unknown(), v.transform(toText)), '')

/** A code-like text of at most so many units; a longer one, like anything else, becomes ''. */
export const shortText = (max: number) =>
  v.pipe(
    Text,
    v.transform((text) => (text.length <= max ? text : '')),
  )

/** One line for people: no control or direction characters, at most 200 graphemes; '' if nothing is visible. */
export const Line = v.optional(v.pipe(v.unknown(), v.transform(toLine)), '')

const toLines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(UNPRINTABLE, ' ').normalize('NFC').trim())
    .join('\n')
    .trim()

/** Several lines for people, of at most so many code units in all: as `Line`, but with the ends of its lines. */
export const linesOf = (max: number) =>
  v.pipe(
    Text,
    v.transform((text) => toLines(text.slice(0, max).toWellFormed())),
  )

/** An http(s) URL of at most 2048 characters, or '' for anything else. */
export const Url = v.optional(v.pipe(v.unknown(), v.transform(toUrl)), '')

/** A URL of the provider's media; numbered hosts (media3.…) become the plain one (§3), unless they may not (`shared/direct.ts`). */
export const MediaUrl = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      const url = toUrl(value)
      return globalThis.loopframeKeepsUrls ? url : url.replace(/^(https?:\/\/media)\d+\./i, '$1.')
    }),
  ),
  '',
)

/** An id: a number or a string; becomes a non-empty string of at most 256 characters (§3). */
export const AnyId = v.pipe(v.unknown(), v.transform(toText), v.minLength(1), v.maxLength(256))

/** A boolean; the provider sends 0, 1, '0', null or nothing. */
export const Flag = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((flag) => flag !== '0' && flag !== 'false' && Boolean(flag)),
  ),
  false,
)

/** A size, count or time: a whole number of at least 0. Anything else becomes 0. */
export const Whole = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      // Only texts and numbers are read: an object may have a `valueOf` that throws.
      const number = typeof value === 'number' ? Math.trunc(value) : Number.parseInt(toText(value), 10)
      return Number.isSafeInteger(number) && number > 0 ? number : 0
    }),
  ),
  0,
)

/** An optional field that is dropped when it is null or invalid, so that it cannot fail the whole object. */
export const lenient = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.fallback(v.union([schema, v.undefined()]), undefined))

/** A list without its invalid entries, and cut to `max`; anything other than a list becomes empty. */
export function listOf<S extends v.GenericSchema>(schema: S, max = Infinity) {
  const toList = (value: unknown): v.InferOutput<S>[] => {
    const list: v.InferOutput<S>[] = []
    for (const entry of Array.isArray(value) ? value : []) {
      if (list.length === max) break
      const result = v.safeParse(schema, entry)
      if (result.success) list.push(result.output)
    }
    return list
  }
  // For the API reference: the output type of a transformation is not visible in its schema.
  toList.listOf = schema
  return v.optional(v.pipe(v.unknown(), v.transform(toList)), [])
}

// The site's lists are bare arrays, pages (`results`), or in the provider's shape (`data`).
const toPage = (body: unknown): unknown => {
  if (Array.isArray(body)) return { results: body, count: body.length }
  if (typeof body !== 'object' || body === null) return {}
  const page = body as Record<string, unknown>
  const results = page.results ?? page.data
  return { ...page, results, count: page.count ?? (Array.isArray(results) ? results.length : 0) }
}

/** A list of the site's records. Invalid ones are dropped; `count` is the total; `next` is '' on the last page. */
export const recordList = <S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.unknown(),
    v.transform(toPage),
    v.object({ results: listOf(entry), count: Whole, next: Text, next_cursor: Text }),
  )

/** A response whose body is ignored: 202 and 204 have none, some sites send an empty object. */
export const EmptyResponse = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => undefined),
  ),
)

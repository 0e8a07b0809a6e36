import * as v from 'valibot'
import { MAX_IDS, PROVIDER_PAGE, QUERY_MAX_CHARS } from '../limits.ts'
import { placeInList } from '../list-window.ts'
import { own } from '../own.ts'
import { CHOSEN_RATINGS, MAKER_FORMS, mustBeOneOf, RATINGS, TOKEN_SCOPES } from '../schema/choices.ts'
import { momentMs } from './moment.ts'
import { publicUrl } from './public-url.ts'

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

export const MaxRating = optionalField(v.picklist(RATINGS, `rating ${mustBeOneOf(CHOSEN_RATINGS)}`))
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

/** One of some words. */
export const OneOf = <const C extends readonly string[]>(choices: C) =>
  v.picklist(choices, mustBeOneOf(choices))

/** A rating; also an old one, which is no longer given. */
export const RatingField = v.picklist(RATINGS, mustBeOneOf(CHOSEN_RATINGS))

/** A record's id or slug, as text or number. It is safe in a path: it has no reserved characters. */
export const RecordId = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer(), v.transform(String))], 'an id is a text or a number'),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id is made of up to 64 letters and digits'),
)

/** The input of a call that takes none. */
export const Nothing = v.object({})

/** The input of a call of one record. */
export const OneRecord = v.object({ id: RecordId })

// @__NO_SIDE_EFFECTS__
const listOrCommas = (entry: RegExp, what: string) => {
  const fits = (entries: string[]) => entries.length <= MAX_IDS && entries.every((each) => entry.test(each))
  const message = `must be at most ${MAX_IDS} ${what}`
  return v.union(
    [
      v.pipe(v.array(v.string(), message), v.minLength(1, message), v.check(fits, message)),
      v.pipe(
        v.string(message),
        v.check((text) => fits(text.split(',')), message),
      ),
    ],
    message,
  )
}

/** Ids as a list or joined by commas; both forms are passed on unchanged. */
export const IdList = listOrCommas(/^[A-Za-z0-9_-]{1,64}$/, 'ids')

/** Words (tags, reasons) as a list or joined by commas. */
export const WordList = listOrCommas(/^[^\p{Cc},]{1,100}$/u, 'words of 100 characters')

/** Entries of a key's block list. */
const BLOCKED_MAX = 200
const BLOCKED = /^(?:\*|[A-Za-z0-9_-]{1,64}|#[^\p{Cc},]{1,100}|@[\w.-]{1,100})$/u
const BLOCKED_MESSAGE = `must be at most ${BLOCKED_MAX} of an id, #tag, @user, or * for everything`
/** A whole list in one word, as it was once. */
const ALL_OR_NOTHING: Record<string, string> = { true: '*', '1': '*', false: '', '0': '' }

/** What a key does not show, as a list or joined by commas; each entry once. */
export const BlockList = v.pipe(
  v.union([v.boolean(), v.string(), v.array(v.string())], BLOCKED_MESSAGE),
  v.transform((list) => {
    const texts = [list].flat().map(String)
    const [only = ''] = texts.length === 1 ? texts : []
    const entries = (own(ALL_OR_NOTHING, only) ?? texts.join()).split(',', BLOCKED_MAX + 1)
    return [...new Set(entries.map((each) => each.trim()).filter(Boolean))]
  }),
  v.check((list) => list.length <= BLOCKED_MAX && list.every((each) => BLOCKED.test(each)), BLOCKED_MESSAGE),
)

const TAGS_MESSAGE = 'must be at most 40 tags of 100 characters'
const TAG = /^[^\p{Cc},]{1,100}$/u

/** An item's tags, as a list or joined by commas; each once, without what surrounds it. */
export const TagList = v.pipe(
  v.union([v.string(), v.array(v.string())], TAGS_MESSAGE),
  v.transform((tags) => {
    const words = [tags].flat().flatMap((each) => each.split(',', 100).map((tag) => tag.trim()))
    return [...new Set(words.filter(Boolean))]
  }),
  v.check((tags) => tags.length <= 40 && tags.every((tag) => TAG.test(tag)), TAGS_MESSAGE),
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Free text: no control characters except line ends and tabs. */
export const FreeText = (max: number) =>
  v.pipe(
    v.string('must be a text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.check((text) => !CONTROLS.test(text), 'holds control characters'),
  )

/** An identifier: an action, a kind, a key. */
export const Identifier = v.pipe(
  v.string('must be a word'),
  v.regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'must be a word of up to 64 letters and digits'),
)

export const Username = v.pipe(
  v.string('must be a username'),
  v.regex(/^[A-Za-z0-9._-]{1,50}$/, 'must be a username of up to 50 letters and digits'),
)

export const LanguageCode = v.pipe(
  v.string('must be a language code'),
  v.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2,4})?$/, 'must be a language code'),
)

/** A whole number of at least 0, as number or text. */
export const NonNegative = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))],
    'must be a whole number',
  ),
  v.integer('must be a whole number'),
  v.minValue(0, 'must be at least 0'),
)

/** Seconds, with a fraction. */
export const Seconds = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,6})?$/), v.transform(Number))],
    'must be seconds',
  ),
  v.finite('must be seconds'),
  v.minValue(0, 'must be at least 0'),
)

/** §3 anonymous (0 or 1). */
export const Bit = v.pipe(
  v.union([v.picklist([0, 1]), v.picklist(['0', '1']), v.boolean()], 'must be 0 or 1'),
  v.transform(Number),
)

/** A boolean, or its form value. */
export const YesNo = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false', '1', '0'])], 'must be true or false'),
  v.transform((value) => value === true || value === 'true' || value === '1'),
)

/** Where the years end that a time may have: 9999 is the last that ISO 8601 writes, and rows sort, with four digits. */
const LAST_MS = Date.UTC(10_000, 0)

// @__NO_SIDE_EFFECTS__
const someOf = <const C extends readonly string[]>(choices: C) => {
  const message = mustBeOneOf(choices)
  return v.pipe(
    v.union(
      [
        v.pipe(
          v.string(),
          v.transform((text) => text.split(',', 10).map((each) => each.trim())),
        ),
        v.array(v.string()),
      ],
      message,
    ),
    v.array(v.picklist(choices, message)),
    v.minLength(1, message),
    v.transform((chosen) => [...new Set(chosen)]),
  )
}

/** What a token is for, as a list or joined by commas; each once. */
export const ScopeList = someOf(TOKEN_SCOPES)

/** What a maker makes, likewise. */
export const FormList = someOf(MAKER_FORMS)

/** A point in time: ISO 8601, or seconds since 1970. */
export const Moment = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer())], 'must be a date and time'),
  v.check((at) => {
    const ms = momentMs(at)
    return ms >= 0 && ms < LAST_MS
  }, 'must be a date and time between 1970 and 9999'),
)

/** An http(s) URL of at most 2048 characters, without credentials. */
export const Link = v.pipe(
  v.string('must be an http(s) URL'),
  v.maxLength(2048, 'must be at most 2048 characters'),
  v.check((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'must be an http(s) URL'),
)

export const Email = v.pipe(
  v.string('must be an e-mail address'),
  v.maxLength(254, 'must be at most 254 characters'),
  v.regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/, 'must be an e-mail address'),
)

/** A password that exists. */
export const Password = v.pipe(v.string('must be a text'), v.maxLength(256, 'must be at most 256 characters'))

/** A new password. Length is what makes it strong (NIST SP 800-63B). */
export const NewPassword = v.pipe(Password, v.minLength(8, 'must be at least 8 characters'))

/** A secret of a mailed link. */
export const Secret = v.pipe(v.string('must be a text'), v.regex(/^[\w.~-]{1,256}$/, 'is no token'))

/** A code of a second factor, as people type it: six digits of an app, or a recovery code. */
export const SecondCode = v.pipe(v.string('must be a text'), v.regex(/^[\w \t-]{1,64}$/, 'is no code'))

/** What a browser makes of a passkey, as JSON. */
export const Credential = v.pipe(
  v.string('must be a text'),
  v.maxLength(12_000, 'must be at most 12000 characters'),
)

/** A list forwards or backwards; by default what is newest or most comes first. */
export const Order = v.optional(v.picklist(['asc', 'desc'], 'must be asc or desc'), 'desc')

/** A page of a list. */
export const page = { limit: optionalField(NonNegative), offset: optionalField(NonNegative) }

/** A page of a list that its time sorts. */
export const timed = { ...page, order: Order }

const NOT_PUBLIC = 'must be an https URL of a public host'

/** The address of a file that a service fetches, in the canonical form that was checked. */
export const MediaAddress = v.pipe(
  v.string(NOT_PUBLIC),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = publicUrl(dataset.value)
    if (url) return url
    addIssue({ message: NOT_PUBLIC })
    return NEVER
  }),
)

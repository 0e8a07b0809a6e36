import * as v from 'valibot'
import { optionalField, WholeNumber } from '../../shared/calls/fields.ts'
import { own } from '../../shared/own.ts'

/** GIPHY's rating of each filter (`docs/wire.md`, GIPHY's Tenor-compatible v2). `off` has no bound. */
const RATINGS = { off: undefined, low: 'pg-13', medium: 'pg', high: 'g' } as const

const LEVELS = ['off', 'low', 'medium', 'high'] as const

/** A content filter as Tenor and KLIPY name it. @param name the parameter's, for messages */
export const contentFilter = (name: string) =>
  optionalField(v.picklist(LEVELS, `${name} must be one of ${LEVELS.join(', ')}`))

export const ratingOf = (filter: (typeof LEVELS)[number] = 'off') => RATINGS[filter]

/** Chinese is written in two ways; of other languages GIPHY knows two letters. */
const CHINESE: Readonly<Record<string, string>> = { tw: 'zh-TW', hk: 'zh-TW', hant: 'zh-TW', cn: 'zh-CN' }

function toLang(locale: string): string {
  const [language = '', ...parts] = locale.toLowerCase().split(/[-_]/)
  const script = language === 'zh' ? parts.map((part) => own(CHINESE, part)).find(Boolean) : undefined
  return script ?? language
}

/** `xx` or `xx_YY`, as devices name theirs too (`zh-Hant_TW`); becomes the provider's `lang`. */
export const Locale = optionalField(
  v.pipe(
    v.string(),
    v.regex(/^[A-Za-z]{2}([-_][A-Za-z0-9]{2,8}){0,3}$/, 'locale must be a language as xx or xx_YY'),
    v.transform(toLang),
  ),
)

/** A number of items: what is out of bounds is the nearest bound, as clients of these APIs are used to. */
export const clampedCount = (name: string, { min, max }: { min: number; max: number }) =>
  optionalField(
    v.pipe(
      WholeNumber(name),
      v.transform((count) => Math.min(Math.max(count, min), max)),
    ),
  )

/** A list of words, with commas between them; those that are not known are left out. */
export const knownWords = <W extends string>(known: readonly W[]) =>
  optionalField(
    v.pipe(
      v.string(),
      v.maxLength(1000),
      v.transform((list) => {
        const words = list.split(',').map((word) => word.trim().toLowerCase())
        return known.filter((word) => words.includes(word))
      }),
    ),
  )

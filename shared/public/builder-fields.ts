import { PROVIDER_PAGE, WIDGET_DEFAULTS, WIDGET_LIMITS } from '../limits.ts'
import { languages } from '../texts/texts.ts'

/** What a snippet can show. */
export const SURFACES = ['embed', 'carousel', 'grid'] as const
export type Surface = (typeof SURFACES)[number]

/** Where a widget's tiles come from; each but the first has a value of its own. */
export const SOURCES = ['trending', 'q', 'related', 'channel', 'ids'] as const
export type Source = (typeof SOURCES)[number]

type Kind =
  | { kind: 'number'; range: readonly [number, number]; usual?: number }
  /** The first value is what happens anyway, so it is never written. */
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'flag'; writes: string }
  | { kind: 'text'; pattern: RegExp }

export type BuilderField = Kind & {
  /** The form's name for it, and the query's where `as` is not given (`docs/contract.md`, Routes). */
  name: string
  as?: string
  on: readonly Surface[]
  /** Wanted seldom: it stands behind 'More options'. */
  more?: boolean
}

const WIDGETS = ['carousel', 'grid'] as const

// The page itself has a `theme` and a `lang`, so a frame's go by other names in the form.
/** Every option of embed and widgets. Form, query, element and tests read this one table. */
export const BUILDER_FIELDS: readonly BuilderField[] = [
  { name: 'type', on: WIDGETS, kind: 'choice', values: ['gifs', 'stickers', 'text', 'emoji'] },
  { name: 'columns', on: ['grid'], kind: 'number', range: WIDGET_LIMITS.columns },
  {
    name: 'gutter',
    on: WIDGETS,
    kind: 'number',
    range: WIDGET_LIMITS.gutter,
    usual: WIDGET_DEFAULTS.gutter,
  },
  {
    name: 'borderRadius',
    on: WIDGETS,
    kind: 'number',
    range: WIDGET_LIMITS.borderRadius,
    usual: WIDGET_DEFAULTS.borderRadius,
  },
  { name: 'frameTheme', as: 'theme', on: SURFACES, kind: 'choice', values: ['auto', 'light', 'dark'] },
  { name: 'frameLang', as: 'lang', on: SURFACES, kind: 'choice', values: ['', ...languages] },
  { name: 'paused', as: 'autoplay', on: ['embed'], kind: 'flag', writes: '0' },
  { name: 'hideAttribution', on: WIDGETS, kind: 'flag', writes: '1' },
  { name: 'noLink', on: WIDGETS, kind: 'flag', writes: '1' },
  {
    name: 'limit',
    on: WIDGETS,
    kind: 'number',
    range: [1, PROVIDER_PAGE.maxLimit],
    usual: PROVIDER_PAGE.limit,
    more: true,
  },
  { name: 'rating', on: WIDGETS, kind: 'choice', values: ['', 'g', 'pg', 'pg-13', 'r'], more: true },
  {
    name: 'tabIndex',
    on: WIDGETS,
    kind: 'number',
    range: WIDGET_LIMITS.tabIndex,
    usual: WIDGET_DEFAULTS.tabIndex,
    more: true,
  },
  { name: 'noResultsMessage', on: WIDGETS, kind: 'text', pattern: /^[^\n]{1,100}$/, more: true },
  { name: 'user', on: WIDGETS, kind: 'text', pattern: /^[A-Za-z0-9]{1,16}$/, more: true },
]

/** What a field adds to the query: nothing where the form says what happens anyway, or what nobody would take. */
export function written(field: BuilderField, value: string | null): string | undefined {
  const text = value?.trim() ?? ''
  if (text === '') return undefined
  switch (field.kind) {
    case 'flag':
      return field.writes
    case 'choice':
      return field.values.indexOf(text) > 0 ? text : undefined
    case 'text':
      return field.pattern.test(text) ? text : undefined
    case 'number': {
      const number = numberIn(text, field.range)
      return number === undefined || number === field.usual ? undefined : String(number)
    }
  }
}

/** A whole number, brought into its range; nothing for what is none. */
export function numberIn(text: string | null, [min, max]: readonly [number, number]): number | undefined {
  return /^-?\d{1,6}$/.test(text?.trim() ?? '') ? Math.max(min, Math.min(Number(text), max)) : undefined
}

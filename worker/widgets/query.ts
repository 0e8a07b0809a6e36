import * as v from 'valibot'
import { given, Lang, MediaId, Rating, WholeNumber } from '../../shared/calls/fields.ts'
import { AppError } from '../../shared/errors.ts'
import { PROVIDER_PAGE, WIDGET_DEFAULTS, WIDGET_LIMITS } from '../../shared/limits.ts'
import { Line } from '../../shared/schema/text.ts'

const number = (name: keyof typeof WIDGET_LIMITS) => {
  const [min, max] = WIDGET_LIMITS[name]
  const message = `${name} must be a whole number from ${min} to ${max}`
  return v.pipe(WholeNumber(name), v.minValue(min, message), v.maxValue(max, message))
}

/** The same, or something else where it is not given. */
const or = <S extends v.GenericSchema, const F>(schema: S, fallback: F) =>
  v.optional(
    v.pipe(
      given(schema),
      v.transform((value): v.InferOutput<S> | F => value ?? fallback),
    ),
    '',
  )

const FLAGS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** `?noLink`, `?noLink=1` and `?noLink=true` turn it on. */
const flag = (name: string) =>
  v.pipe(
    v.optional(v.string(), '0'),
    v.transform((text) => FLAGS.get(text === '' ? '1' : text)),
    v.boolean(`${name} must be true or false`),
  )

const word = (name: string, max: number) =>
  given(v.pipe(v.string(), v.trim(), v.maxLength(max, `${name} must be at most ${max} characters`)))

const WidgetQuerySchema = v.object({
  type: or(
    v.picklist(['gifs', 'stickers', 'text', 'emoji'], 'type must be one of gifs, stickers, text, emoji'),
    'gifs',
  ),
  q: word('q', 500),
  related: given(MediaId),
  channel: given(
    v.pipe(v.string(), v.regex(/^@?[\w.-]{1,100}$/, 'channel must be the name of a channel or user')),
  ),
  ids: word('ids', 8192),
  limit: or(v.pipe(WholeNumber('limit'), v.minValue(1, 'limit must be at least 1')), PROVIDER_PAGE.limit),
  rating: Rating,
  lang: Lang,
  gutter: or(number('gutter'), WIDGET_DEFAULTS.gutter),
  columns: given(number('columns')),
  height: given(number('height')),
  borderRadius: or(number('borderRadius'), WIDGET_DEFAULTS.borderRadius),
  tabIndex: or(number('tabIndex'), WIDGET_DEFAULTS.tabIndex),
  hideAttribution: flag('hideAttribution'),
  noLink: flag('noLink'),
  noResultsMessage: Line,
  user: given(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,16}$/, 'user must be 1 to 16 letters or digits'))),
  theme: or(v.picklist(['light', 'dark', 'auto'], 'theme must be one of light, dark, auto'), 'auto'),
})

/** `docs/contract.md`, widgets: what may be asked of a widget, checked and complete. */
export type WidgetQuery = v.InferOutput<typeof WidgetQuerySchema>

const SOURCES = ['q', 'related', 'channel', 'ids'] as const

/** @throws AppError 'invalid-input' that says what is wrong with which parameter. */
export function parseWidgetQuery(raw: Record<string, string>): WidgetQuery {
  const result = v.safeParse(WidgetQuerySchema, raw)
  if (!result.success) {
    const [issue] = result.issues
    const field = v.getDotPath(issue) ?? ''
    throw new AppError(
      'invalid-input',
      issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`,
    )
  }
  const sources = SOURCES.filter((name) => result.output[name] !== undefined)
  if (sources.length > 1) {
    throw new AppError('invalid-input', `Only one of ${sources.join(', ')} can be shown at a time`)
  }
  return result.output
}

const DEFAULTS: Partial<WidgetQuery> = parseWidgetQuery({})

/** The address of a widget: what was asked of it, without what it would be anyway. */
export function widgetPath(kind: 'carousel' | 'grid', query: Omit<WidgetQuery, 'user'>): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== DEFAULTS[name as keyof WidgetQuery]) fields.set(name, String(value))
  }
  return `/widgets/${kind}${fields.size > 0 ? `?${fields}` : ''}`
}

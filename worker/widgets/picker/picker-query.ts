import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { PICKER_OPTIONS } from '../../../shared/widgets/options.ts'
import { optionsSchema } from '../../../shared/widgets/options-schema.ts'
import { type WidgetList, widgetList } from '../list.ts'
import { parseWidgetQuery, type WidgetQuery } from '../query.ts'

const OwnSchema = optionsSchema(PICKER_OPTIONS)

/** The query of the picker: a widget's, whose `q` is what is searched for, and what choosing does. */
export type PickerQuery = WidgetQuery & v.InferOutput<typeof OwnSchema>

/** @throws AppError 'invalid-input' with a message that names the parameter and says what it must be. */
export function parsePickerQuery(raw: Record<string, string>): PickerQuery {
  const { q, ...rest } = raw
  // The channel is the host's choice, the text the visitor's: they go together. A search goes beyond the other sources.
  const { list, ...query } = parseWidgetQuery(rest)
  const searched = parseWidgetQuery(q === undefined ? {} : { q }).list.q
  const own = v.safeParse(OwnSchema, raw)
  if (!own.success) throw new AppError('invalid-input', own.issues[0].message)
  return { ...query, ...own.output, list: { ...list, q: searched || undefined } }
}

/** The call for what a picker shows first. Emoji have no search: the largest page of them is searched here. */
export function pickerList({ q, ...list }: PickerQuery['list']): WidgetList {
  if (q === undefined) return widgetList({ ...list, q })
  const { channel, related: _, ids: __, ...rest } = list
  const none = { related: undefined, ids: undefined, channel: undefined }
  if (list.type === 'emoji') {
    return widgetList({ ...rest, ...none, q: undefined, limit: PROVIDER_PAGE.maxLimit })
  }
  return widgetList({ ...rest, ...none, q: channel === undefined ? q : `@${channel.replace(/^@/, '')} ${q}` })
}

export const PICKER_PATH = '/widgets/picker'

type SharedQuery = Omit<PickerQuery, 'user'>

const valuesOf = ({ list, tiles, ...page }: SharedQuery) => Object.entries({ ...list, ...tiles, ...page })

const DEFAULTS = new Map(valuesOf(parsePickerQuery({})))

/** The fields of a picker's query, without the options that have their defaults, and without whose visitor it is. */
export const pickerFields = (query: SharedQuery): [name: string, value: string][] =>
  valuesOf(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'user' || value === DEFAULTS.get(name) ? [] : [[name, String(value)]],
  )

/** The address of a picker. */
export function pickerPath(query: SharedQuery): string {
  const fields = new URLSearchParams(pickerFields(query))
  return PICKER_PATH + (fields.size > 0 ? `?${fields}` : '')
}

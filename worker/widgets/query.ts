import * as v from 'valibot'
import { type Call, parseInput, prepareCall } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { AppError } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import {
  LIST_OPTIONS,
  type ListValues,
  PAGE_OPTIONS,
  type PageValues,
  PICKER_OPTIONS,
  TILE_OPTIONS,
  type TileValues,
} from '../../shared/widgets/options.ts'
import { optionsSchema } from '../../shared/widgets/options-schema.ts'

const QuerySchema = v.object({
  list: optionsSchema(LIST_OPTIONS),
  tiles: optionsSchema(TILE_OPTIONS),
  page: optionsSchema(PAGE_OPTIONS),
})

/** The query of a widget (`docs/contract.md`, Routes), checked and complete. */
export type WidgetQuery = { list: ListValues; tiles: TileValues } & PageValues

const SOURCES = Object.entries(LIST_OPTIONS).flatMap(([name, row]) => ('source' in row ? name : []))

/** @throws AppError 'invalid-input' with a message that names the parameter and says what it must be. */
export function parseWidgetQuery(raw: Record<string, string>): WidgetQuery {
  const result = v.safeParse(QuerySchema, { list: raw, tiles: raw, page: raw })
  if (!result.success) {
    const [{ path, message }] = result.issues
    const name = String(path?.at(-1)?.key)
    throw new AppError('invalid-input', message.includes(name) ? message : `${name}: ${message}`)
  }
  const { page, ...rest } = result.output
  const given = new Map(Object.entries(rest.list))
  const sources = SOURCES.filter((name) => given.get(name) !== undefined)
  if (sources.length > 1) {
    throw new AppError('invalid-input', `Only one of ${sources.join(', ')} can be shown at a time`)
  }
  return { ...rest, ...page }
}

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

/** A widget's list: the call that reads it, its address, and the same for its further pages ('' if there are none). */
export type WidgetList = { call: Call; input: Record<string, unknown>; address: string; source: string }

/**
 * The call for the list that a widget's query names (§7).
 * @throws AppError 'invalid-input' for a source that the type does not have.
 */
export function widgetList(options: ListValues): WidgetList {
  const { type, q, related, channel, ids, limit, rating, lang } = options
  const page = { limit, rating }
  const of = (call: Call, fields: Record<string, unknown>): WidgetList => {
    const input = parseInput(call, { ...fields, ...page }) as Record<string, unknown>
    const { path, fields: pairs } = prepareCall(call, input)
    const address = `${path}?${new URLSearchParams(pairs)}`
    return { call, input, address, source: address }
  }
  // A list of ids has only one page.
  if (ids !== undefined) return { ...of(providerCalls.gifs, { ids }), source: '' }
  if (related !== undefined) {
    if (type !== 'gifs' && type !== 'stickers') throw unknownFor('related', type)
    return of(providerCalls.related, { type, gif_id: related })
  }
  const term = channel === undefined ? q : `@${channel.replace(/^@/, '')}`
  if (term !== undefined) {
    if (type === 'emoji') throw unknownFor(channel === undefined ? 'q' : 'channel', type)
    // §7 Text that is made on demand is excluded.
    const dynamic = type === 'text' ? { excludeDynamicResults: true } : {}
    return of(providerCalls.search, { type, q: term, lang, ...dynamic })
  }
  return type === 'emoji' ? of(providerCalls.emoji, {}) : of(providerCalls.trending, { type })
}

const unknownFor = (source: string, type: string) =>
  new AppError('invalid-input', `${source} cannot be combined with type ${type}`)

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

const valuesOf = ({ list, tiles, ...page }: Omit<WidgetQuery, 'user'>) =>
  Object.entries({ ...list, ...tiles, ...page })

const DEFAULTS = new Map(valuesOf(parsePickerQuery({})))

/** The fields of a query, without the options that have their defaults, and without whose visitor it is. */
export const queryFields = (query: Omit<WidgetQuery, 'user'>): [name: string, value: string][] =>
  valuesOf(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'user' || value === DEFAULTS.get(name) ? [] : [[name, String(value)]],
  )

/** The address of a widget or a picker, by the path of its page. */
export function widgetPath(path: string, query: Omit<WidgetQuery, 'user'>): string {
  const fields = new URLSearchParams(queryFields(query))
  return path + (fields.size > 0 ? `?${fields}` : '')
}

import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import {
  LIST_OPTIONS,
  type ListValues,
  PAGE_OPTIONS,
  type PageValues,
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

type SharedQuery = Omit<WidgetQuery, 'user'>

const valuesOf = ({ list, tiles, ...page }: SharedQuery) => Object.entries({ ...list, ...tiles, ...page })

const DEFAULTS = new Map(valuesOf(parseWidgetQuery({})))

/** The address of a widget, without the options that have their defaults. */
export function widgetPath(kind: 'carousel' | 'grid', query: SharedQuery): string {
  const fields = new URLSearchParams()
  for (const [name, value] of valuesOf(query)) {
    if (value !== undefined && value !== DEFAULTS.get(name)) fields.set(name, String(value))
  }
  return `/widgets/${kind}${fields.size > 0 ? `?${fields}` : ''}`
}

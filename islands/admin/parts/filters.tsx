import { NativeSelect } from '@mantine/core'
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { own } from '../../../shared/own.ts'
import { useAdmin } from '../admin.tsx'
import { amend, enter } from '../place.ts'
import { type AdminField, Fields, type Values } from './form.tsx'

/** The filters of a page: what each is at first, or the values to choose among, the usual one first. */
export type FilterTable = Readonly<Record<string, string | readonly [string, ...string[]]>>

type Chosen<Table extends FilterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly (infer Value)[] ? Value : string
}

/** What a call is asked by: filters that leave rows out, and those that sort. */
export type Asked<Table extends FilterTable> = {
  [Name in Exclude<keyof Table, 'page' | 'item'>]?: Exclude<Chosen<Table>[Name], '' | typeof ANY>
}

type Changed<Table extends FilterTable> = { readonly [Name in keyof Table]?: string | boolean }

/** The filters of the lists that only their time sorts, the newest first. */
export const BY_TIME = { order: ['desc', 'asc'], page: '1' } as const

/** The value of a filter that leaves nothing out, where another one is the usual one. */
const ANY = 'all'

/** What leaves no row out. */
const UNFILTERED: ReadonlySet<string> = new Set(['page', 'sort', 'order', 'item'])

/** ms without a key before what was typed is looked for. */
const TYPED_MS = 250

const usual = (filter: string | readonly string[] = '') =>
  typeof filter === 'string' ? filter : (filter[0] ?? '')

const widest = (filter: string | readonly string[]) => (filter.includes(ANY) ? ANY : usual(filter))

/** What the address says of filters; a value that is not among theirs is the usual one. */
function read(table: FilterTable): Readonly<Record<string, string>> {
  const query = new URLSearchParams(location.search)
  const entries = Object.entries(table).map(([name, filter]) => {
    const value = query.get(name) ?? usual(filter)
    return [name, typeof filter === 'string' || filter.includes(value) ? value : usual(filter)]
  })
  return Object.fromEntries(entries)
}

/** The page's address with filters that have changed. Each change goes to page 1, unless it names another. */
function addressOf(table: FilterTable, changed: Changed<FilterTable>): URL {
  const url = new URL(location.href)
  const after: Changed<FilterTable> = { ...read(table), ...('page' in table && { page: '1' }), ...changed }
  for (const [name, value] of Object.entries(after)) {
    if (value === usual(own(table, name))) url.searchParams.delete(name)
    else url.searchParams.set(name, String(value))
  }
  return url
}

/** The filters of a page, by their names, and what changes them. */
export type Filtering<Table extends FilterTable = FilterTable> = {
  filters: Chosen<Table>
  /** The same without what leaves no row out; what was typed is there a moment later. */
  asked: Asked<Table>
  /** For a choice: an entry of the history. */
  change: (changed: Changed<Table>) => void
  /** For typing: the same entry. */
  type: (changed: Changed<Table>) => void
  /** Whether the filters leave rows out, and what takes them back. */
  isFiltered: boolean
  clear: () => void
  sorting: Sorting
}

/** Filters of a page, kept in its address but for usual values: a link, a reload or the way back gives the same list. */
export function useFilters<Table extends FilterTable>(table: Table): Filtering<Table>
export function useFilters(table: FilterTable): Filtering {
  const [{ filters, isTyped }, set] = useState(() => ({ filters: read(table), isTyped: false }))
  const [late] = useDebouncedValue(filters, TYPED_MS)
  const by = (go: (url: URL) => void, isTyped: boolean) => (changed: Changed<FilterTable>) => {
    go(addressOf(table, changed))
    set({ filters: read(table), isTyped })
  }
  const change = by(enter, false)
  useWindowEvent('popstate', () => set({ filters: read(table), isTyped: false }))
  const asked = Object.entries(isTyped ? late : filters)
    .filter(([name, value]) => name !== 'page' && name !== 'item' && value !== ANY && value.trim())
    .map(([name, value]) => [name, value.trim()])
  const { sort = 'when', order } = filters
  return {
    filters,
    asked: Object.fromEntries(asked),
    change,
    type: by(amend, true),
    isFiltered: Object.entries(table).some(
      ([name, filter]) => !UNFILTERED.has(name) && own(filters, name) !== widest(filter),
    ),
    clear: () =>
      change(Object.fromEntries(Object.entries(table).map(([name, filter]) => [name, widest(filter)]))),
    sorting: {
      by: sort,
      order: order === 'asc' ? 'asc' : 'desc',
      sort: (by, order) => change({ ...('sort' in table && { sort: by }), order }),
    },
  }
}

/** What a list is sorted by, and how to change that. */
export type Sorting = {
  by: string
  order: 'asc' | 'desc'
  sort: (by: string, order: 'asc' | 'desc') => void
}

type SortSelectProps = { sorting: Sorting; columns: readonly { title: string; sort?: string }[] }

/** What a list is sorted by, also where its head is not shown: each column down and up. */
function SortSelect({ sorting, columns }: SortSelectProps) {
  const { common } = useAdmin().texts
  const data = columns.flatMap(({ title, sort }) =>
    sort
      ? [
          { value: `${sort} desc`, label: `${title} ↓` },
          { value: `${sort} asc`, label: `${title} ↑` },
        ]
      : [],
  )
  return (
    <NativeSelect
      label={common.sortBy}
      value={`${sorting.by} ${sorting.order}`}
      data={data}
      onChange={({ currentTarget: { value } }) => {
        const [by = '', order] = value.split(' ')
        sorting.sort(by, order === 'asc' ? 'asc' : 'desc')
      }}
    />
  )
}

type FilterBarProps = {
  filtering: Filtering
  /** The controls, by the names of the filters. */
  fields?: readonly AdminField[]
  columns: readonly { title: string; sort?: string }[]
  /** Controls of another kind. */
  children?: ReactNode
  className?: string
}

/** What a list is filtered and sorted by. */
export const FilterBar = ({ filtering, fields = [], columns, children, className = '' }: FilterBarProps) => {
  const { filters, change, type, sorting } = filtering
  const set = (changed: Values, isTyped = false) => (isTyped ? type : change)(changed)
  return (
    <search className={`admin-filters ${className}`.trim()}>
      <Fields form={{ values: filters, set, isSent: false }} fields={fields} />
      {children}
      <SortSelect sorting={sorting} columns={columns} />
    </search>
  )
}

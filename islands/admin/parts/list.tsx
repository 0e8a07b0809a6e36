import { Skeleton, Table } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { own } from '../../../shared/own.ts'
import { useAdmin, usePage } from '../admin.tsx'
import { restoreScroll } from '../place.ts'
import { Failed, GREY_ROWS, Notice, PageTop, SmallButton, When } from './elements.tsx'
import {
  type Asked,
  BY_TIME,
  FilterBar,
  type Filtering,
  type FilterTable,
  type Sorting,
  useFilters,
} from './filters.tsx'
import type { AdminField } from './form.tsx'

/** A column of a table. */
export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  width?: string
  /** What the list is sorted by where its title is pressed. */
  sort?: string
  /** Numbers and actions are at the end of their column. */
  end?: boolean
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

type RowsProps<Row> = {
  /** undefined while they are read. */
  rows: Row[] | undefined
  columns: readonly Column<Row>[]
  /** A row's key; its id where it has one. */
  keyOf?: ((row: Row) => string | number) | undefined
  /** Enter on a row, or a press of it. */
  open?: ((row: Row) => void) | undefined
  label: string
  sorting?: Sorting
}

const idOf = (row: object): string => ('id' in row ? String(row.id) : '')

/** The rows of a table, or grey ones while they are read; the keys of `islands/admin/shortcuts.tsx` go through them. */
export function TableRows<Row extends object>(props: RowsProps<Row>) {
  const { rows, columns, keyOf = idOf, open, label, sorting } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const move = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    const step = own(STEPS, event.key)
    if (step) {
      event.preventDefault()
      const all = [...(body.current?.rows ?? [])]
      all[all.indexOf(event.currentTarget) + step]?.focus()
    } else if (event.key === 'Enter') open?.(row)
  }
  return (
    <section className="admin-scroll" aria-label={label}>
      <Table verticalSpacing="xs" horizontalSpacing="md" highlightOnHover={open !== undefined}>
        <Head columns={columns} sorting={sorting} />
        <Table.Tbody ref={body}>
          {rows?.map((row) => (
            <Table.Tr
              key={keyOf(row)}
              tabIndex={0}
              data-row=""
              data-open={open !== undefined}
              onKeyDown={(event) => move(event, row)}
              onClick={(event) => isPressOfRow(event.target as Element) && open?.(row)}
            >
              {columns.map(({ title, cell, end }) => (
                <Table.Td key={title} data-title={title} data-end={end}>
                  <div>{cell(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          )) ?? <WaitingRows columns={columns} />}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type HeadProps = { columns: readonly Omit<Column<never>, 'cell'>[]; sorting: Sorting | undefined }

const Head = ({ columns, sorting }: HeadProps) => (
  <Table.Thead>
    <Table.Tr>
      {columns.map(({ title, width, sort, end }) => (
        <Table.Th key={title} w={width} aria-sort={ariaSortOf(sort, sorting)} data-end={end}>
          {sort && sorting ? <SortButton title={title} by={sort} sorting={sorting} /> : title}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)

const WaitingRows = ({ columns }: Pick<HeadProps, 'columns'>) =>
  GREY_ROWS.map((n) => (
    <Table.Tr key={n}>
      {columns.map(({ title }) => (
        <Table.Td key={title}>
          <Skeleton height={16} width="70%" />
        </Table.Td>
      ))}
    </Table.Tr>
  ))

/** Not a press of a control, nor one close to a field or an action, nor the end of a text selection. */
const isPressOfRow = (target: Element) =>
  !target.closest('a, button, td[data-end="true"], td:has(input, select)') && getSelection()?.isCollapsed

const ariaSortOf = (by: string | undefined, sorting: Sorting | undefined) => {
  if (!by || sorting?.by !== by) return undefined
  return sorting.order === 'asc' ? 'ascending' : 'descending'
}

/** Sorts by a column, and once more in the other order. */
function SortButton({ title, by, sorting }: { title: string; by: string; sorting: Sorting }) {
  const isChosen = sorting.by === by
  const isDown = sorting.order === 'desc'
  return (
    <button
      type="button"
      className="admin-sort"
      onClick={() => sorting.sort(by, isChosen && isDown ? 'asc' : 'desc')}
    >
      {title}
      <span aria-hidden="true">{isChosen ? (isDown ? '↓' : '↑') : '↕'}</span>
    </button>
  )
}

/** Rows of a page of a list. */
export const PAGE_ROWS = 25

/** The rows of a call's list. */
export type RowOf<Read extends (...input: never[]) => Promise<{ results: unknown[] } | undefined>> =
  NonNullable<Awaited<ReturnType<Read>>>['results'][number]

/** The column of a list's time, which sorts it. */
export const timeColumn = <Row,>(title: string, at: (row: Row) => string): Column<Row> => ({
  title,
  cell: (row) => <When at={at(row)} />,
  width: '190px',
  sort: 'when',
})

/** `is_exact: false`: there are more than `count`, and how many is not known. */
type Listed<Row> = { results: Row[]; count?: number; is_exact?: boolean }

type ListProps<Row, Table extends FilterTable> = Omit<RowsProps<Row>, 'rows' | 'sorting'> & {
  /** The list's name, by which a change reads it again (`useChange`). */
  list: string
  read: (
    asked: Asked<Table> & { limit: number; offset: number },
    reading: { signal: AbortSignal },
  ) => Promise<Listed<Row> | undefined>
  /** What is there in the place of no rows. */
  empty: string
  filtering: Filtering<Table>
}

/** A page of a list, as a query. */
export const pageQuery = <Row, Table extends FilterTable>(
  { list, read }: Pick<ListProps<Row, Table>, 'list' | 'read'>,
  asked: Asked<Table>,
  page: number,
) => ({
  queryKey: [list, asked, page],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Listed<Row>> =>
    (await read({ ...asked, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS }, { signal })) ?? {
      results: [],
    },
})

/** The number of a page, as an address has it. */
export const pageNumber = (page: unknown): number => Math.max(1, Math.trunc(Number(page)) || 1)

/** A table that a call fills, page by page, with its states: waiting, empty, failed, not allowed. */
export function List<Row extends object, Table extends FilterTable>(props: ListProps<Row, Table>) {
  const { common } = useAdmin().texts
  const { list, read, empty, filtering, ...rows } = props
  const { filters, asked, change, type: amend, isFiltered, clear, sorting } = filtering
  const page = pageNumber(filters.page)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...pageQuery({ list, read }, asked, page),
    placeholderData: keepPreviousData,
  })
  const card = useRef<HTMLDivElement>(null)
  // Its rows are in the page by now. `data` is another one on the way back.
  useEffect(() => {
    if (data && !isPlaceholderData) restoreScroll()
  }, [data, isPlaceholderData])
  const last = pagesOf(data)
  const isBeyond = data !== undefined && !isPlaceholderData && page > last
  // Rows were taken out, or the address is an old one: the last page is there.
  useEffect(() => {
    if (isBeyond) amend({ page: String(last) })
  })
  const turn = (next: number) => {
    const { search } = location
    change({ page: String(next) })
    // A way back is not seen at once, and finds its own place.
    if (location.search !== search) card.current?.scrollIntoView()
  }
  if (error) return <Failed error={error} retry={refetch} />
  if (data?.results.length === 0 && last === 1) {
    if (!isFiltered) return <Notice text={empty} />
    return <Notice text={common.noMatch} act={common.clear} press={clear} />
  }
  return (
    <div className="admin-card admin-list" aria-busy={isFetching} ref={card}>
      <TableRows {...rows} sorting={sorting} rows={data?.results} />
      {data && <Foot page={Math.min(page, last)} turn={turn} list={data} />}
    </div>
  )
}

const countOf = ({ results, count = results.length }: Listed<unknown>) => count

/** How many pages a list has: one at least. */
const pagesOf = (list: Listed<unknown> | undefined) =>
  Math.max(1, Math.ceil((list ? countOf(list) : 0) / PAGE_ROWS))

type FootProps = { page: number; turn: (page: number) => void; list: Listed<unknown> }

function Foot({ page, turn, list }: FootProps) {
  const { texts, fill, numberOf } = useAdmin()
  const { common } = texts
  const { results, is_exact = true } = list
  const pages = pagesOf(list)
  const step = (name: string, sign: string, to: number, isEnd: boolean) => (
    <SmallButton disabled={isEnd} onClick={() => turn(to)} aria-label={name}>
      {sign}
    </SmallButton>
  )
  return (
    <div className="admin-foot">
      <span role="status">
        {fill(is_exact ? common.count : common.countMore, { count: numberOf(countOf(list)) })}
      </span>
      {pages > 1 && (
        <nav className="admin-actions" aria-label={common.pageOf}>
          {step(common.previous, '←', page - 1, page === 1)}
          <span>{fill(common.pageOf, { page, pages })}</span>
          {step(common.next, '→', page + 1, page >= pages || results.length === 0)}
        </nav>
      )}
    </div>
  )
}

type CursorPage<Row> = { results: Row[]; next_cursor?: string }

type LongListProps<Row> = Omit<RowsProps<Row>, 'rows' | 'sorting'> & {
  queryKey: readonly unknown[]
  /** @param cursor of the page, '' for the first */
  read: (cursor: string, signal: AbortSignal) => Promise<CursorPage<Row> | undefined>
  empty: string
}

/** A table of a list that is not counted: it grows by a page at a time. */
export function LongList<Row extends object>({ queryKey, read, empty, ...props }: LongListProps<Row>) {
  const { texts, fill, numberOf } = useAdmin()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey,
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }): Promise<CursorPage<Row>> =>
        (await read(pageParam, signal)) ?? { results: [] },
      getNextPageParam: ({ next_cursor }) => next_cursor || undefined,
      placeholderData: keepPreviousData,
    })
  const rows = data?.pages.flatMap(({ results }) => results)
  if (error) return <Failed error={error} retry={refetch} />
  if (rows?.length === 0) return <Notice text={empty} />
  return (
    <div className="admin-card" aria-busy={isFetching}>
      <TableRows {...props} rows={rows} />
      <div className="admin-foot">
        <span role="status">{rows && fill(texts.stories.shown, { count: numberOf(rows.length) })}</span>
        {hasNextPage && (
          <SmallButton loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.common.more}
          </SmallButton>
        )}
      </div>
    </div>
  )
}

type ListPageProps<Row, Table extends FilterTable> = Omit<
  ListProps<Row, Table>,
  'list' | 'label' | 'empty'
> & {
  /** Whose texts it has; its list has the same name. */
  page:
    | 'accounts'
    | 'audit'
    | 'blocks'
    | 'dead-letters'
    | 'invitations'
    | 'keys'
    | 'outbox'
    | 'redirects'
    | 'searches'
    | 'synonyms'
    | 'takedowns'
    | 'webhooks'
  fields?: readonly AdminField[]
  /** What else than its columns the list is sorted by. */
  sorts?: readonly { title: string; sort: string }[]
  /** Filters of another kind. */
  controls?: ReactNode
  /** The page's main action. */
  action?: ReactNode
  /** Its dialogs. */
  children?: ReactNode
}

/** A page that is a list: its headline, what it is filtered and sorted by, its table, and its dialogs. */
export function FilteredPage<Row extends object, Table extends FilterTable>(
  props: ListPageProps<Row, Table>,
) {
  const { page, fields = [], sorts = [], controls, action, children, ...list } = props
  const { title, intro, empty } = usePage(page).texts
  return (
    <>
      <PageTop title={title} intro={intro}>
        {action}
      </PageTop>
      <FilterBar filtering={list.filtering} fields={fields} columns={[...list.columns, ...sorts]}>
        {controls}
      </FilterBar>
      <List {...list} list={page} label={title} empty={empty} />
      {children}
    </>
  )
}

type OwnFilters<Row, Table extends FilterTable> = Omit<
  ListPageProps<Row, Table & typeof BY_TIME>,
  'filtering'
> & { filters: Table }

/** The same, where only the list asks for its filters. @param props `filters`: those next to its order and page */
export function ListPage<Row extends object, Table extends FilterTable>(props: OwnFilters<Row, Table>) {
  const { filters, ...page } = props
  return <FilteredPage {...page} filtering={useFilters({ ...filters, ...BY_TIME })} />
}

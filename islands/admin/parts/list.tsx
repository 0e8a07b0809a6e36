import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAdmin } from '../admin.tsx'
import { type Filtering, restoreScroll } from '../place.ts'
import { Failed, Notice, PageTop, SmallButton, When } from './elements.tsx'
import { type Field, Fields, type Values } from './form.tsx'
import { Rows, type RowsProps, SortSelect } from './table.tsx'

/** Rows of a page of a list. */
const PAGE_ROWS = 25

/** A column of a table. */
export type Column<Row> = RowsProps<Row>['columns'][number]

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

type ListProps<Row, Input> = Omit<RowsProps<Row>, 'rows' | 'sorting'> & {
  /** The list's name, by which a change reads it again (`useChange`). */
  list: string
  /** What the call is asked, but for the page. */
  input: Input
  /** `is_exact: false`: there are more than `count`, and how many is not known. */
  read: (
    input: Input & { limit: number; offset: number },
    reading: { signal: AbortSignal },
  ) => Promise<{ results: Row[]; count?: number; is_exact?: boolean } | undefined>
  /** What is there in the place of no rows. */
  empty: string
  filtering: Filtering
}

/** A table that a call fills, page by page, with its states: waiting, empty, failed, not allowed. */
export function List<Row, Input extends object>({
  list,
  input,
  read,
  empty,
  filtering,
  ...rows
}: ListProps<Row, Input>) {
  const { common } = useAdmin().texts
  const page = Number(filtering.filters.page)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [list, input, page],
    queryFn: async ({ signal }) => {
      const listed = await read({ ...input, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS }, { signal })
      return listed ?? { results: [] }
    },
    placeholderData: keepPreviousData,
  })
  const card = useRef<HTMLDivElement>(null)
  // Its rows are in the page by now. `data` is another one on the way back.
  useEffect(() => {
    if (data && !isPlaceholderData) restoreScroll()
  }, [data, isPlaceholderData])
  const turn = (next: number) => {
    if (changesAddress(() => filtering.change({ page: String(next) }))) card.current?.scrollIntoView()
  }
  if (error) return <Failed error={error} retry={refetch} />
  if (data?.results.length === 0 && page === 1) {
    const { isFiltered, clear } = filtering
    if (!isFiltered) return <Notice text={empty} />
    return <Notice text={common.noMatch} act={common.clear} press={clear} />
  }
  return (
    <div className="admin-card admin-list" aria-busy={isFetching} ref={card}>
      <Rows {...rows} sorting={filtering.sorting} rows={data?.results} />
      <Foot page={page} turn={turn} list={data} />
    </div>
  )
}

/** Whether a change of the address is seen at once: a way back is not, and finds its own place. */
function changesAddress(change: () => void): boolean {
  const { search } = location
  change()
  return location.search !== search
}

type FootProps = {
  page: number
  turn: (page: number) => void
  list: { results: readonly unknown[]; count?: number; is_exact?: boolean } | undefined
}

function Foot({ page, turn, list }: FootProps) {
  const { texts, fill, numberOf } = useAdmin()
  const { common } = texts
  const { results, count = results?.length ?? 0, is_exact = true } = list ?? {}
  const pages = Math.max(1, Math.ceil(count / PAGE_ROWS))
  const steps = [
    { name: common.previous, sign: '←', to: page - 1, isEnd: page === 1 },
    { name: common.next, sign: '→', to: page + 1, isEnd: page >= pages || !results?.length },
  ].map(({ name, sign, to, isEnd }) => (
    <SmallButton key={name} disabled={isEnd} onClick={() => turn(to)} aria-label={name}>
      {sign}
    </SmallButton>
  ))
  return (
    <div className="admin-foot">
      <span role="status">
        {fill(is_exact ? common.count : common.countMore, { count: numberOf(count) })}
      </span>
      {(pages > 1 || page > 1) && (
        <nav className="admin-actions" aria-label={common.pageOf}>
          {steps[0]}
          <span>{fill(common.pageOf, { page, pages })}</span>
          {steps[1]}
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
export function LongList<Row>({ queryKey, read, empty, ...props }: LongListProps<Row>) {
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
      <Rows {...props} rows={rows} />
      <div className="admin-foot">
        <span role="status">{rows && fill(texts.stories.shown, { count: numberOf(rows.length) })}</span>
        {hasNextPage && (
          <SmallButton loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.stories.more}
          </SmallButton>
        )}
      </div>
    </div>
  )
}

type FilterBarProps = {
  filtering: Filtering
  /** The controls, by the names of the filters. */
  fields?: readonly Field[]
  columns: readonly { title: string; sort?: string }[]
  /** Controls of another kind. */
  children?: ReactNode
  className?: string
}

/** What a list is filtered and sorted by. */
export const FilterBar = ({ filtering, fields = [], columns, children, className = '' }: FilterBarProps) => {
  const { filters, change, type, sorting } = filtering
  const set = (changed: Values, isTyped = false) => {
    const texts = Object.entries(changed).map(([name, value]) => [name, String(value)])
    const write = isTyped ? type : change
    write(Object.fromEntries(texts))
  }
  const form = { values: filters, set, isSent: false }
  return (
    <search className={`admin-filters ${className}`.trim()}>
      <Fields form={form} fields={fields} />
      {children}
      <SortSelect sorting={sorting} columns={columns} />
    </search>
  )
}

type ListPageProps<Row, Input> = Omit<ListProps<Row, Input>, 'label' | 'empty'> & {
  texts: { title: string; intro: string; empty: string }
  fields?: readonly Field[]
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
export const ListPage = <Row, Input extends object>({
  texts,
  fields = [],
  sorts = [],
  controls,
  action,
  children,
  ...list
}: ListPageProps<Row, Input>) => (
  <>
    <PageTop title={texts.title} intro={texts.intro}>
      {action}
    </PageTop>
    <FilterBar filtering={list.filtering} fields={fields} columns={[...list.columns, ...sorts]}>
      {controls}
    </FilterBar>
    <List {...list} label={texts.title} empty={texts.empty} />
    {children}
  </>
)

import { Button, Skeleton, Table } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { UpstreamError } from '../../../shared/errors.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { restoreScroll } from '../place/kept-scroll.ts'

/** Rows of a page of a list. */
const ROWS = 25
const WAITING = Array.from({ length: 6 }, (_, n) => n)

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  width?: string
  /** What the list is sorted by where its title is pressed. */
  sort?: string
  /** Numbers and actions stand at the end of their column. */
  end?: boolean
}

/** What a list is sorted by, and how to change that. */
export type Sorting = { by: string; order: string; sort: (by: string, order: 'asc' | 'desc') => void }

/** `is_exact: false`: there are more than `count`, nobody has counted how many. */
type Listed<Row> = { results: Row[]; count?: number; is_exact?: boolean }

type Props<Row> = {
  /** What the list is, for the cache: the call's name and its input. */
  of: readonly unknown[]
  read: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<Listed<Row> | undefined>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** What stands in the place of no rows, and whether filters are the reason. */
  empty: string
  isFiltered?: boolean
  clear?: () => void
  /** Enter on a row, or a press of it. */
  open?: (row: Row) => void
  page: number
  turn: (page: number) => void
  label: string
  sorting?: Sorting
}

/** A table that a call fills, page by page, with its states: waiting, empty, failed, not allowed. */
export function List<Row>({ of, read, page, turn, ...props }: Props<Row>) {
  const { common } = useAdmin().texts
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...of, page],
    queryFn: async ({ signal }) =>
      (await read({ limit: ROWS, offset: (page - 1) * ROWS }, signal)) ?? none<Row>(),
    placeholderData: keepPreviousData,
  })
  const card = useRef<HTMLDivElement>(null)
  const isHere = data !== undefined && !isPlaceholderData
  // Its rows are in the page by now. `data` is another one on the way back.
  useEffect(() => {
    if (isHere && data) restoreScroll()
  }, [isHere, data])
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!isPending && data.results.length === 0 && page === 1) {
    const { isFiltered, empty, clear } = props
    return (
      <div className="admin-card admin-state">
        <span>{isFiltered ? common.noMatch : empty}</span>
        {isFiltered && (
          <Button variant="default" onClick={clear}>
            {common.clear}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="admin-card admin-list" aria-busy={isFetching} ref={card}>
      <Rows {...props} rows={data?.results} />
      <Foot
        page={page}
        turn={(next) => {
          const { search } = location
          turn(next)
          // A way back is not there yet: it finds its own place.
          if (location.search !== search) card.current?.scrollIntoView()
        }}
        count={data?.count ?? data?.results.length}
        isExact={data?.is_exact ?? true}
        shown={data?.results.length}
      />
    </div>
  )
}

const none = <Row,>(): Listed<Row> => ({ results: [] })

/** A list that could not be read, and what to do now. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { texts, hasSignIn } = useAdmin()
  const { common } = texts
  const status = error instanceof UpstreamError ? error.status : undefined
  if (status === 401) {
    const next = encodeURIComponent(location.pathname + location.search)
    return (
      <div className="admin-card admin-state" role="alert">
        <span>{common.signedOut}</span>
        {hasSignIn && (
          <Button component="a" href={`/login?next=${next}`}>
            {common.signIn}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="admin-card admin-state" role="alert">
      <span>{status === 403 ? common.notAllowed : common.failed}</span>
      {status !== 403 && (
        <Button variant="default" onClick={retry}>
          {common.retry}
        </Button>
      )}
    </div>
  )
}

type RowsProps<Row> = Pick<Props<Row>, 'columns' | 'keyOf' | 'open' | 'label' | 'sorting'> & {
  rows: Row[] | undefined
}

/** The rows of a table, or grey ones while they are read; the keys of `islands/admin/help/shortcuts.ts` go through them. */
export function Rows<Row>({ rows, columns, keyOf, open, label, sorting }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const move = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    const step = STEPS[event.key]
    if (step) {
      event.preventDefault()
      const all = [...(body.current?.rows ?? [])]
      all[all.indexOf(event.currentTarget) + step]?.focus()
    } else if (event.key === 'Enter' && open) open(row)
  }
  return (
    <section className="admin-scroll" aria-label={label}>
      <Table verticalSpacing="xs" horizontalSpacing="md" highlightOnHover={open !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, width, sort, end }) => (
              <Table.Th key={title} w={width} aria-sort={sortOf(sort, sorting)} data-end={end}>
                {sort && sorting ? <SortButton title={title} by={sort} {...{ sorting }} /> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {rows?.map((row) => (
            <Table.Tr
              key={keyOf(row)}
              tabIndex={0}
              data-row=""
              data-open={open !== undefined}
              onKeyDown={(event) => move(event, row)}
              onClick={(event) => open && isPressOfRow(event.target as Element) && open(row)}
            >
              {columns.map(({ title, cell, end }) => (
                <Table.Td key={title} data-title={title} data-end={end}>
                  <div>{cell(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          )) ??
            WAITING.map((n) => (
              <Table.Tr key={n}>
                {columns.map(({ title }) => (
                  <Table.Td key={title}>
                    <Skeleton height={16} width="70%" />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Not a press of a control, nor one close to a field or an action, nor the end of a text selection. */
const isPressOfRow = (target: Element) =>
  !target.closest('a, button, td[data-end="true"], td:has(input, select)') && getSelection()?.isCollapsed

const sortOf = (by: string | undefined, sorting: Sorting | undefined) => {
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

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

type FootProps = {
  page: number
  turn: (page: number) => void
  count: number | undefined
  isExact: boolean
  shown: number | undefined
}

function Foot({ page, turn, count = 0, isExact, shown = 0 }: FootProps) {
  const { texts, language } = useAdmin()
  const { common } = texts
  const pages = Math.max(1, Math.ceil(count / ROWS))
  return (
    <div className="admin-foot">
      <span role="status">
        {interpolate(isExact ? common.count : common.countMore, { count: count.toLocaleString(language) })}
      </span>
      {(pages > 1 || page > 1) && (
        <nav className="admin-actions" aria-label={common.pageOf}>
          <Button
            variant="default"
            size="xs"
            disabled={page === 1}
            onClick={() => turn(page - 1)}
            aria-label={common.previous}
          >
            ←
          </Button>
          <span>{interpolate(common.pageOf, { page, pages })}</span>
          <Button
            variant="default"
            size="xs"
            disabled={page >= pages || shown === 0}
            onClick={() => turn(page + 1)}
            aria-label={common.next}
          >
            →
          </Button>
        </nav>
      )}
    </div>
  )
}

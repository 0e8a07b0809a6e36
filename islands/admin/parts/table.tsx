import { NativeSelect, Skeleton, Table } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useAdmin } from '../admin.tsx'
import type { Sorting } from '../place.ts'
import { GREY_ROWS } from './elements.tsx'

type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  width?: string
  /** What the list is sorted by where its title is pressed. */
  sort?: string
  /** Numbers and actions are at the end of their column. */
  end?: boolean
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

export type RowsProps<Row> = {
  /** undefined while they are read. */
  rows: Row[] | undefined
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** Enter on a row, or a press of it. */
  open?: (row: Row) => void
  label: string
  sorting?: Sorting
}

/** The rows of a table, or grey ones while they are read; the keys of `islands/admin/shortcuts.tsx` go through them. */
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
        <Head columns={columns} sorting={sorting} />
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
          )) ?? <WaitingRows columns={columns} />}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type HeadProps = { columns: readonly Omit<Column<never>, 'cell'>[]; sorting?: Sorting | undefined }

function Head({ columns, sorting }: HeadProps) {
  return (
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
}

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

type SortSelectProps = { sorting: Sorting; columns: readonly { title: string; sort?: string }[] }

/** What a list is sorted by, also where its head is not shown: each column down and up. */
export function SortSelect({ sorting, columns }: SortSelectProps) {
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

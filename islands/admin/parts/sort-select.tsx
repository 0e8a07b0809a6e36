import { NativeSelect } from '@mantine/core'
import { useAdmin } from '../admin-context.ts'
import type { Sorting } from './list.tsx'

type Props = { sorting: Sorting; columns: readonly { title: string; sort?: string }[] }

/** What a list is sorted by, where its head is not shown, and for everybody: each column down and up. */
export function SortSelect({ sorting, columns }: Props) {
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

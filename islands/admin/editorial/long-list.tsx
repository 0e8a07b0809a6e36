import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { type Column, Failed, Rows } from '../parts/list.tsx'

type Page<Row> = { results: Row[]; next_cursor?: string }

type Props<Row> = {
  /** What the list is, for the cache. */
  of: readonly unknown[]
  /** @param cursor of the page, '' for the first */
  read: (cursor: string, signal: AbortSignal) => Promise<Page<Row> | undefined>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  empty: string
  open?: (row: Row) => void
  label: string
}

/** A table of a list that nobody counts: it grows by a page at a time. */
export function LongList<Row>({ of, read, empty, ...props }: Props<Row>) {
  const { texts, language } = useAdmin()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: of,
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }): Promise<Page<Row>> =>
        (await read(pageParam, signal)) ?? { results: [] },
      getNextPageParam: ({ next_cursor }) => next_cursor || undefined,
      placeholderData: keepPreviousData,
    })
  const rows = data?.pages.flatMap(({ results }) => results)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (rows?.length === 0) {
    return (
      <div className="admin-card admin-state">
        <span>{empty}</span>
      </div>
    )
  }
  return (
    <div className="admin-card" aria-busy={isFetching}>
      <Rows {...props} rows={rows} />
      <div className="admin-foot">
        <span role="status">
          {rows && interpolate(texts.stories.shown, { count: rows.length.toLocaleString(language) })}
        </span>
        {hasNextPage && (
          <Button
            variant="default"
            size="xs"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {texts.stories.more}
          </Button>
        )}
      </div>
    </div>
  )
}

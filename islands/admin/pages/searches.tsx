import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { siteCalls } from '../../../shared/calls/catalogue.ts'
import { ownPath } from '../../../shared/calls/own-path.ts'
import { UpstreamError } from '../../../shared/errors.ts'
import { useAdmin } from '../admin-context.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { useFilters } from '../parts/use-filters.ts'
import { When } from '../parts/when.tsx'
import { firstRows } from '../searches/read-csv.ts'

type Row = { term: string; count: number; searched_at: string }

const CSV = ownPath(siteCalls.searchCsv)
/** Rows that are read here; the file has all. */
const SHOWN = 200
const FILTERS = { page: '1' }

/** The beginning of the file: what follows is not sent. @throws UpstreamError with the status of a refusal */
async function readSearches(signal: AbortSignal): Promise<Row[]> {
  const response = await fetch(CSV, { signal })
  if (!response.ok || !response.body) {
    throw new UpstreamError('The searches were not sent', { status: response.status })
  }
  // The first row has the titles.
  const [, ...rows] = await firstRows(response.body, SHOWN + 1)
  return rows.map(([term = '', count = '', searched_at = '']) => ({
    term,
    count: Number(count),
    searched_at,
  }))
}

/** `/admin/searches`: what visitors search for, by the alphabet, and the file with all of it. */
export default function SearchesPage() {
  const { texts: all, language } = useAdmin()
  const { searches: texts } = all
  const { filters, change } = useFilters(FILTERS)
  const queries = useQueryClient()
  const columns: Column<Row>[] = [
    {
      title: texts.term,
      cell: ({ term }) => (
        <a href={`/search/${encodeURIComponent(term)}`} target="_blank" rel="noopener">
          <bdi>{term}</bdi>
        </a>
      ),
      width: '50%',
    },
    { title: texts.count, cell: ({ count }) => count.toLocaleString(language) },
    { title: texts.last, cell: ({ searched_at }) => <When at={searched_at} /> },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button component="a" href={CSV} download="searches.csv">
          {texts.download}
        </Button>
      </PageTop>
      <List
        of={['searches']}
        read={async ({ limit, offset }) => {
          const rows = await queries.fetchQuery({
            queryKey: ['search rows'],
            queryFn: ({ signal }) => readSearches(signal),
          })
          return { results: rows.slice(offset, offset + limit), count: rows.length }
        }}
        columns={columns}
        keyOf={({ term }) => term}
        label={texts.title}
        empty={texts.empty}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
    </>
  )
}

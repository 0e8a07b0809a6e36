import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { SEARCH_SORTS, type SearchRow } from '../../../shared/schema/own/channels.ts'
import { usePage } from '../admin.tsx'
import { client } from '../parts/calls.ts'
import { When } from '../parts/elements.tsx'
import { type Column, ListPage } from '../parts/list.tsx'
import { TYPED_MS, useFilters } from '../place.ts'
import { CSV, readFileRows } from './searches-file.ts'

const FILTERS = { q: '', sort: 'count', order: 'desc', page: '1' }

/** `/admin/searches`: what visitors search for, the most frequent first, and the file with all of it. */
export default function SearchesPage() {
  const { texts, hasOwnCalls, numberOf } = usePage('searches')
  const filtering = useFilters(FILTERS, SEARCH_SORTS)
  const { filters, sorting } = filtering
  const [q] = useDebouncedValue(filters.q.trim(), TYPED_MS)
  const columns: Column<SearchRow>[] = [
    {
      title: texts.term,
      cell: ({ term }) => (
        <a href={`/search/${encodeURIComponent(term)}`} target="_blank" rel="noopener">
          <bdi>{term}</bdi>
        </a>
      ),
      width: '50%',
      sort: 'term',
    },
    { title: texts.count, cell: ({ count }) => numberOf(count), sort: 'count', end: true },
    { title: texts.last, cell: ({ searched_at }) => <When at={searched_at} />, sort: 'recent', end: true },
  ]
  const download = (
    <Button component="a" href={CSV} download="searches.csv">
      {texts.download}
    </Button>
  )
  return (
    <ListPage
      texts={texts}
      action={download}
      fields={[{ name: 'q', type: 'search', label: texts.begins, maxLength: 100 }]}
      list="searches"
      input={{ q, sort: sorting.by, order: sorting.order }}
      // A site elsewhere has the file alone (§7).
      read={(listing, reading) =>
        hasOwnCalls
          ? client.searches({ ...listing, q: listing.q || undefined }, reading)
          : readFileRows(listing, reading.signal)
      }
      columns={columns}
      keyOf={({ term }) => term}
      filtering={filtering}
    />
  )
}

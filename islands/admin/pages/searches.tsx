import { Button } from '@mantine/core'
import { SEARCH_SORTS, type SearchRow } from '../../../shared/schema/own/channels.ts'
import { client, usePage } from '../admin.tsx'
import { When } from '../parts/elements.tsx'
import { ListPage } from '../parts/list.tsx'
import { CSV, readFileRows } from './searches-file.ts'

const FILTERS = { q: '', sort: SEARCH_SORTS } as const

/** `/admin/searches`: what visitors search for, the most frequent first, and the file with all of it. */
export default function SearchesPage() {
  const { texts, hasOwnCalls, numberOf } = usePage('searches')
  const last = ({ searched_at }: SearchRow) => <When at={searched_at} />
  return (
    <ListPage
      page="searches"
      action={
        <Button component="a" href={CSV} download="searches.csv">
          {texts.download}
        </Button>
      }
      filters={FILTERS}
      fields={[{ name: 'q', type: 'search', label: texts.begins, maxLength: 100 }]}
      // A site elsewhere has the file alone (§7).
      read={hasOwnCalls ? client.searches : readFileRows}
      keyOf={({ term }) => term}
      columns={[
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
        { title: texts.last, cell: last, sort: 'recent', end: true },
      ]}
    />
  )
}

import { Button } from '@mantine/core'
import { type FileRow, SEARCH_SORTS, type SearchRow } from '../../../shared/schema/own/channels.ts'
import { client, usePage } from '../admin.tsx'
import { SmallButton, StateBadge, When } from '../parts/elements.tsx'
import { ListPage } from '../parts/list.tsx'
import { CSV, readFileRows } from './searches-file.ts'

const FILTERS = { q: '', found: ['', 'nothing'], sort: SEARCH_SORTS } as const

type Row = SearchRow | FileRow

/** `/admin/searches`: what visitors search for, the most frequent first, and the file with all of it. */
export default function SearchesPage() {
  const { common, texts, hasOwnCalls, numberOf } = usePage('searches')
  const last = ({ searched_at }: Row) => <When at={searched_at} />
  const found = {
    name: 'found',
    label: texts.found,
    options: [
      { value: '', label: common.all },
      { value: 'nothing', label: texts.nothing },
    ],
  }
  return (
    <ListPage
      page="searches"
      action={
        <Button component="a" href={CSV} download="searches.csv">
          {texts.download}
        </Button>
      }
      filters={FILTERS}
      fields={[
        { name: 'q', type: 'search', label: texts.begins, maxLength: 100 },
        ...(hasOwnCalls ? [found] : []),
      ]}
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
          width: '34%',
          sort: 'term',
        },
        { title: texts.count, cell: ({ count }) => numberOf(count), sort: 'count', end: true },
        ...(hasOwnCalls
          ? [{ title: texts.found, cell: (row: Row) => <Finds {...row} />, width: '30%' }]
          : []),
        { title: texts.last, cell: last, sort: 'recent', end: true },
      ]}
    />
  )
}

/** How many GIFs a search finds; for one that finds nothing the way to find something. */
function Finds({ term, items }: Row) {
  const { all, texts, role } = usePage('searches')
  if (items !== 0) return items
  return (
    <div className="admin-actions">
      <StateBadge>{all.trending.findsNothing}</StateBadge>
      {role === 'staff' && (
        <SmallButton component="a" href={`/admin/synonyms?word=${encodeURIComponent(term)}`}>
          {texts.addSynonym}
        </SmallButton>
      )}
    </div>
  )
}

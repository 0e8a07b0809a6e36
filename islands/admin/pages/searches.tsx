import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { SEARCH_SORTS, type SearchRow } from '../../../shared/schema/own/channels.ts'
import { useAdmin } from '../admin-context.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { sortingOf } from '../parts/sorting.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'
import { CSV, readSearches } from '../searches/read-searches.ts'

const FILTERS = { q: '', sort: 'count', order: 'desc', page: '1' }

/** ms without a key before what was typed is looked for. */
const TYPED_MS = 250

/** `/admin/searches`: what visitors search for, the most frequent first, and the file with all of it. */
export default function SearchesPage() {
  const { texts: all, language, hasOwnCalls } = useAdmin()
  const { searches: texts } = all
  const { filters, change, type, isFiltered, clear } = useFilters(FILTERS)
  const [q] = useDebouncedValue(filters.q.trim(), TYPED_MS)
  const by = SEARCH_SORTS.find((each) => each === filters.sort) ?? 'count'
  const sorting = sortingOf(by, filters.order, change)
  const { order } = sorting
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
    { title: texts.count, cell: ({ count }) => count.toLocaleString(language), sort: 'count', end: true },
    { title: texts.last, cell: ({ searched_at }) => <When at={searched_at} />, sort: 'recent', end: true },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button component="a" href={CSV} download="searches.csv">
          {texts.download}
        </Button>
      </PageTop>
      <search className="admin-filters">
        <TextInput
          type="search"
          label={texts.begins}
          value={filters.q}
          maxLength={100}
          onChange={({ currentTarget }) => type({ q: currentTarget.value })}
        />
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <List
        of={['searches', q, by, order]}
        read={(page, signal) => readSearches({ q, sort: by, order, ...page }, hasOwnCalls, signal)}
        columns={columns}
        keyOf={({ term }) => term}
        label={texts.title}
        empty={texts.empty}
        isFiltered={isFiltered}
        clear={clear}
        sorting={sorting}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
    </>
  )
}

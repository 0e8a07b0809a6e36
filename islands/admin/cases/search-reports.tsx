import { Group } from '@mantine/core'
import { client, useChange, usePage } from '../admin.tsx'
import { SmallButton } from '../parts/elements.tsx'
import { BY_TIME, useFilters } from '../parts/filters.tsx'
import { type Column, List, type RowOf, timeColumn } from '../parts/list.tsx'

type Report = RowOf<typeof client.reports>
type Input = { id: number; to: Report['state']; was: Report['state'] }

/** Reports of searches, which are of no item: each is decided by itself. */
export function SearchReports() {
  const { texts } = usePage('cases')
  return (
    <List
      list="reports"
      read={(asked, reading) => client.reports({ ...asked, about: 'search', state: 'open' }, reading)}
      columns={useColumns()}
      label={texts.search}
      empty={texts.empty}
      filtering={useFilters(BY_TIME)}
    />
  )
}

function useColumns(): Column<Report>[] {
  const { common, texts, fill } = usePage('cases')
  const decide = useChange<Input>({
    list: 'reports',
    write: ({ id, to, was }) => client.decideReport({ id: String(id), state: to, was }),
    message: ({ to }) => fill(texts.searchDone, { state: texts[to] }),
    undo: ({ id, to, was }) => ({ id, to: was, was: to }),
  })
  const button = ({ id, state: was }: Report, to: 'accepted' | 'rejected', name: string) => (
    <SmallButton onClick={() => decide.mutate({ id, to, was })}>{name}</SmallButton>
  )
  return [
    timeColumn(common.when, ({ created_at }) => created_at),
    {
      title: texts.search,
      cell: ({ search_term: term }) => (
        <a href={`/search/${encodeURIComponent(term ?? '')}`} target="_blank" rel="noopener">
          {fill(texts.searchFor, { term: term ?? '' })}
        </a>
      ),
    },
    {
      title: texts.why,
      cell: ({ reasons, additional_info }) => (
        <>
          {reasons.map((reason) => texts[reason]).join(', ')}
          {additional_info && <bdi className="admin-words">{additional_info}</bdi>}
        </>
      ),
    },
    {
      title: common.actions,
      end: true,
      cell: (report) => (
        <Group gap="xs">
          {button(report, 'accepted', texts.accept)}
          {button(report, 'rejected', texts.reject)}
        </Group>
      ),
    },
  ]
}

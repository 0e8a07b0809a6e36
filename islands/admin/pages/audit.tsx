import { Button, TextInput } from '@mantine/core'
import type * as v from 'valibot'
import type { AuditRowSchema } from '../../../shared/schema/own/people.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { BY_TIME, timeSorting } from '../parts/sorting.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

type Row = v.InferOutput<typeof AuditRowSchema>

const FILTERS = { target: '', order: 'desc', page: '1' }

/** `/admin/audit`: who did what, the newest first, by what it was done to. */
export default function AuditPage() {
  const { common, audit: texts } = useAdmin().texts
  const { filters, change, isFiltered, clear } = useFilters(FILTERS)
  const sorting = timeSorting(filters.order, change)
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ created_at }) => <When at={created_at} />, width: '190px', sort: BY_TIME },
    { title: common.who, cell: ({ actor }) => <bdi>{actor}</bdi> },
    { title: texts.action, cell: ({ action }) => <code>{action}</code> },
    {
      title: texts.target,
      cell: ({ target }) => (
        <Button variant="subtle" size="compact-sm" ff="monospace" onClick={() => change({ target })}>
          {target}
        </Button>
      ),
    },
    { title: common.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, width: '30%' },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search className="admin-filters">
        <TextInput
          key={filters.target}
          type="search"
          label={texts.target}
          description={texts.targetHint}
          defaultValue={filters.target}
          maxLength={128}
          onKeyDown={({ key, currentTarget }) =>
            key === 'Enter' && change({ target: currentTarget.value.trim() })
          }
          onBlur={({ currentTarget }) => change({ target: currentTarget.value.trim() })}
        />
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <List
        of={['audit', filters.target, sorting.order]}
        read={(page, signal) =>
          client.audit(
            { ...page, order: sorting.order, ...(filters.target && { target: filters.target }) },
            { signal },
          )
        }
        columns={columns}
        keyOf={({ id }) => id}
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

import { Button, TextInput } from '@mantine/core'
import type * as v from 'valibot'
import type { AuditRowSchema } from '../../../shared/schema/own-site.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { useFilters } from '../parts/use-filters.ts'
import { When } from '../parts/when.tsx'

type Row = v.InferOutput<typeof AuditRowSchema>

const FILTERS = { target: '', page: '1' }

/** `/admin/audit`: who did what, the newest first, by what it was done to. */
export default function AuditPage() {
  const { common, audit: texts } = useAdmin().texts
  const { filters, change, isFiltered, clear } = useFilters(FILTERS)
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ created_at }) => <When at={created_at} />, width: '190px' },
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
      </search>
      <List
        of={['audit', filters.target]}
        read={(page, signal) =>
          client.audit({ ...page, ...(filters.target && { target: filters.target }) }, { signal })
        }
        columns={columns}
        keyOf={({ id }) => id}
        label={texts.title}
        empty={texts.empty}
        isFiltered={isFiltered}
        clear={clear}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
    </>
  )
}

import { Button, TextInput } from '@mantine/core'
import { client, usePage } from '../admin.tsx'
import { BY_TIME, useFilters } from '../parts/filters.tsx'
import { FilteredPage, type RowOf, timeColumn } from '../parts/list.tsx'

const FILTERS = { target: '', ...BY_TIME } as const

/** `/admin/audit`: who did what, the newest first, by what it was done to. */
export default function AuditPage() {
  const { common, texts } = usePage('audit')
  const filtering = useFilters(FILTERS)
  const { filters, change } = filtering
  const show = (target: string) => change({ target: target.trim() })
  return (
    <FilteredPage
      page="audit"
      filtering={filtering}
      // What was acted on is looked for once it is typed whole.
      controls={
        <TextInput
          key={filters.target}
          type="search"
          label={texts.target}
          description={texts.targetHint}
          defaultValue={filters.target}
          maxLength={128}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && show(currentTarget.value)}
          onBlur={({ currentTarget }) => show(currentTarget.value)}
        />
      }
      read={client.audit}
      columns={[
        timeColumn(common.when, ({ created_at }: RowOf<typeof client.audit>) => created_at),
        { title: common.who, cell: ({ actor }) => <bdi>{actor}</bdi> },
        { title: common.action, cell: ({ action }) => <code>{action}</code> },
        {
          title: texts.target,
          cell: ({ target }) => (
            <Button variant="subtle" size="compact-sm" ff="monospace" onClick={() => show(target)}>
              {target}
            </Button>
          ),
        },
        { title: common.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, width: '30%' },
      ]}
    />
  )
}

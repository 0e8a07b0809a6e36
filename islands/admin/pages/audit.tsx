import { Button, TextInput } from '@mantine/core'
import { usePage } from '../admin.tsx'
import { client } from '../parts/calls.ts'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { useFilters } from '../place.ts'

type AuditRow = RowOf<typeof client.audit>

const FILTERS = { target: '', order: 'desc', page: '1' }

/** `/admin/audit`: who did what, the newest first, by what it was done to. */
export default function AuditPage() {
  const { common, texts } = usePage('audit')
  const filtering = useFilters(FILTERS)
  const { target } = filtering.filters
  const { sorting } = filtering
  const show = (target: string) => filtering.change({ target: target.trim() })
  const columns: Column<AuditRow>[] = [
    timeColumn(common.when, ({ created_at }) => created_at),
    { title: common.who, cell: ({ actor }) => <bdi>{actor}</bdi> },
    { title: texts.action, cell: ({ action }) => <code>{action}</code> },
    {
      title: texts.target,
      cell: ({ target }) => (
        <Button variant="subtle" size="compact-sm" ff="monospace" onClick={() => show(target)}>
          {target}
        </Button>
      ),
    },
    { title: common.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, width: '30%' },
  ]
  return (
    <ListPage
      texts={texts}
      list="audit"
      input={{ order: sorting.order, ...(target && { target }) }}
      read={client.audit}
      columns={columns}
      keyOf={({ id }) => id}
      controls={<TargetField key={target} target={target} show={show} />}
      filtering={filtering}
    />
  )
}

type FieldProps = { target: string; show: (target: string) => void }

/** What was acted on, looked for once it is typed whole. */
function TargetField({ target, show }: FieldProps) {
  const { texts } = usePage('audit')
  return (
    <TextInput
      type="search"
      label={texts.target}
      description={texts.targetHint}
      defaultValue={target}
      maxLength={128}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && show(currentTarget.value)}
      onBlur={({ currentTarget }) => show(currentTarget.value)}
    />
  )
}

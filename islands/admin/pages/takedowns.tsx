import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePage } from '../admin.tsx'
import { client, useChange } from '../parts/calls.ts'
import { PageTop, SmallButton, StateBadge } from '../parts/elements.tsx'
import { ConfirmDialog, type Field, FormDialog, noteField, useForm } from '../parts/form.tsx'
import { itemsField } from '../parts/items.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { useFilters } from '../place.ts'

type Takedown = RowOf<typeof client.takedowns>

const FILTERS = { order: 'desc', page: '1' }

/** `/admin/takedowns`: what was taken down, why, and the way back; a site elsewhere keeps that to itself. */
export default function TakedownsPage() {
  const { texts, hasOwnCalls } = usePage('takedowns')
  const [isAdding, setAdding] = useState(false)
  const add = <Button onClick={() => setAdding(true)}>{texts.add}</Button>
  return (
    <>
      {hasOwnCalls ? (
        <Takedowns action={add} />
      ) : (
        <>
          <PageTop title={texts.title} intro={texts.intro}>
            {add}
          </PageTop>
          <p className="admin-card admin-state">{texts.elsewhere}</p>
        </>
      )}
      {isAdding && <NewTakedown close={() => setAdding(false)} />}
    </>
  )
}

function Takedowns({ action }: { action: ReactNode }) {
  const { common, texts, fill } = usePage('takedowns')
  const filtering = useFilters(FILTERS)
  const { sorting } = filtering
  const [back, setBack] = useState<Takedown>()
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const close = () => setBack(undefined)
  const restore = useChange({
    list: 'takedowns',
    write: ({ id }: Takedown) => client.restoreTakedown({ id: String(id), ...(reason && { reason }) }),
    message: ({ gif_id }) => fill(texts.restoreDone, { id: gif_id }),
    done: close,
  })
  return (
    <ListPage
      texts={texts}
      action={action}
      list="takedowns"
      input={{ order: sorting.order }}
      read={client.takedowns}
      columns={useColumns(setBack)}
      keyOf={({ id }) => id}
      filtering={filtering}
    >
      <ConfirmDialog
        input={back}
        change={restore}
        close={close}
        title={fill(texts.restoreTitle, { id: back?.gif_id ?? '' })}
        form={form}
        fields={[{ name: 'reason', label: common.reason, maxLength: 500, isFirst: true }]}
        go={texts.restore}
      >
        {texts.restoreText}
      </ConfirmDialog>
    </ListPage>
  )
}

function useColumns(restore: (row: Takedown) => void): Column<Takedown>[] {
  const { common, texts, fill, timeOf } = usePage('takedowns')
  const item = ({ gif_id }: Takedown) => (
    <>
      <code>{gif_id}</code>
      <br />
      <a href={`/admin/audit?target=${encodeURIComponent(`gif/${gif_id}`)}`}>{texts.trail}</a>
    </>
  )
  const why = ({ reason, note }: Takedown) => (
    <>
      <bdi>{reason}</bdi>
      {note && <bdi className="admin-soft"> · {note}</bdi>}
    </>
  )
  const state = (row: Takedown) =>
    row.restored_at ? (
      <StateBadge className="admin-badge">
        {fill(texts.restored, { when: timeOf(row.restored_at) })}
      </StateBadge>
    ) : (
      <SmallButton onClick={() => restore(row)}>{texts.restore}</SmallButton>
    )
  return [
    timeColumn(common.when, ({ created_at }) => created_at),
    { title: texts.item, cell: item },
    { title: common.reason, cell: why, width: '34%' },
    { title: common.who, cell: ({ actor }) => <bdi>{actor}</bdi> },
    { title: common.state, cell: state },
  ]
}

function NewTakedown({ close }: { close: () => void }) {
  const { all, common, texts, fill } = usePage('takedowns')
  const form = useForm({ items: '', reason: '', note: '', isMailed: false })
  const { items, reason, note, isMailed } = form.values
  const { field, ids } = itemsField(items, texts.items, all)
  const takeDown = useChange({
    list: 'takedowns',
    write: (takedowns: { gif_id: string; reason: string }[]) =>
      client.takedown({ takedowns, send_email: isMailed, ...(note && { note }) }),
    message: ({ length }) => fill(texts.done, { count: length }),
    done: close,
  })
  const fields: Field[] = [
    field,
    {
      name: 'reason',
      label: common.reason,
      maxLength: 500,
      problem: !reason.trim() && texts.reasonNeeded,
    },
    noteField(common),
    { name: 'isMailed', type: 'check', label: texts.mail },
  ]
  return (
    <FormDialog
      close={close}
      title={texts.add}
      form={form}
      fields={fields}
      go={ids.length === 0 ? texts.add : fill(texts.confirm, { count: ids.length })}
      danger
      isBusy={takeDown.isPending}
      submit={() => takeDown.mutate(ids.map((gif_id) => ({ gif_id, reason: reason.trim() })))}
    />
  )
}

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { client, usePage } from '../admin.tsx'
import { PageTop, SmallButton, StateBadge } from '../parts/elements.tsx'
import { ChangeDialog, noteField, useForm } from '../parts/form.tsx'
import { useItemsField } from '../parts/items-field.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'

type Takedown = RowOf<typeof client.takedowns>

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
  const [back, setBack] = useState<Takedown>()
  const form = useForm({ reason: '' })
  const { reason } = form.values
  return (
    <ListPage
      page="takedowns"
      action={action}
      filters={{}}
      read={client.takedowns}
      columns={useColumns(setBack)}
    >
      <ChangeDialog
        list="takedowns"
        input={back}
        write={({ id }) => client.restoreTakedown({ id: String(id), ...(reason && { reason }) })}
        message={({ gif_id }) => fill(texts.restoreDone, { id: gif_id })}
        close={() => {
          setBack(undefined)
          form.set({ reason: '' })
        }}
        title={fill(texts.restoreTitle, { id: back?.gif_id ?? '' })}
        form={form}
        fields={[{ name: 'reason', label: common.reason, maxLength: 500, isFirst: true }]}
        go={texts.restore}
      >
        {texts.restoreText}
      </ChangeDialog>
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
    { title: common.gif, cell: item },
    { title: common.reason, cell: why, width: '34%' },
    { title: common.who, cell: ({ actor }) => <bdi>{actor}</bdi> },
    { title: common.state, cell: state },
  ]
}

function NewTakedown({ close }: { close: () => void }) {
  const { common, texts, fill } = usePage('takedowns')
  const form = useForm({ items: '', reason: '', note: '', isMailed: false })
  const { note, isMailed } = form.values
  const reason = form.values.reason.trim()
  const { field, ids } = useItemsField(form, texts.items)
  return (
    <ChangeDialog
      list="takedowns"
      input={ids.map((gif_id) => ({ gif_id, reason }))}
      write={(takedowns) => client.takedown({ takedowns, send_email: isMailed, ...(note && { note }) })}
      message={({ length }) => fill(texts.done, { count: length })}
      close={close}
      title={texts.add}
      form={form}
      fields={[
        field,
        { name: 'reason', label: common.reason, maxLength: 500, problem: !reason && texts.reasonNeeded },
        noteField(common),
        { name: 'isMailed', type: 'check', label: texts.mail },
      ]}
      go={ids.length === 0 ? texts.add : fill(texts.confirm, { count: ids.length })}
      danger
    />
  )
}

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { TAKEDOWN_STATES } from '../../../shared/schema/choices.ts'
import { client, useChange, usePage, useRead } from '../admin.tsx'
import { PageTop, SmallButton, StateBadge } from '../parts/elements.tsx'
import { ChangeDialog, FormDialog, noteField, optionsOf, useForm } from '../parts/form.tsx'
import { useItemsField } from '../parts/items-field.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { KnownFiles } from './known-files.tsx'
import { Lines, useLines } from './takedown-lines.tsx'

type Takedown = RowOf<typeof client.takedowns>

const FILTERS = { q: '', state: ['all', ...TAKEDOWN_STATES] } as const

/** `/admin/takedowns`: what was taken down, why, and the way back; a site elsewhere keeps that to itself. */
export default function TakedownsPage() {
  const { texts, hasOwnCalls } = usePage('takedowns')
  const [isAdding, setAdding] = useState(false)
  const [isKnown, setKnown] = useState(false)
  const add = (
    <Group>
      {hasOwnCalls && (
        <Button variant="default" onClick={() => setKnown(true)}>
          {texts.knownFiles}
        </Button>
      )}
      <Button onClick={() => setAdding(true)}>{texts.add}</Button>
    </Group>
  )
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
      {isKnown && <KnownFiles close={() => setKnown(false)} />}
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
      fields={[
        { name: 'q', type: 'search', label: common.search, placeholder: texts.searchHint, maxLength: 100 },
        {
          name: 'state',
          label: common.state,
          options: optionsOf(FILTERS.state, {
            all: common.all,
            removed: texts.taken,
            restored: texts.back,
          }),
        },
      ]}
      filters={FILTERS}
      read={client.takedowns}
      columns={useColumns(setBack)}
    >
      <ChangeDialog
        list="takedowns"
        input={back}
        write={({ id }) => client.restoreTakedown({ id: String(id), ...(reason && { reason }) })}
        message={(row) => fill(texts.restoreDone, { name: nameOf(row) })}
        close={() => {
          setBack(undefined)
          form.set({ reason: '' })
        }}
        title={fill(texts.restoreTitle, { name: back ? nameOf(back) : '' })}
        form={form}
        fields={[{ name: 'reason', label: common.reason, maxLength: 500, isFirst: true }]}
        go={texts.restore}
      >
        {back && <Restored row={back} />}
        {texts.restoreText}
      </ChangeDialog>
    </ListPage>
  )
}

function useColumns(restore: (row: Takedown) => void): Column<Takedown>[] {
  const { common, texts, fill, timeOf } = usePage('takedowns')
  const item = (row: Takedown) => (
    <>
      <Restored row={row} />
      <a href={`/admin/audit?target=${encodeURIComponent(`gif/${row.gif_id}`)}`}>{texts.trail}</a>
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

const nameOf = ({ title, gif_id }: Takedown) => title || gif_id

/** What was taken down: a still that staff alone see, its title or ID, and its owner. */
function Restored({ row: { id, gif_id, title, username } }: { row: Takedown }) {
  const { data } = useRead(['still', id], client.takedownStill, { id: String(id) })
  return (
    <span className="admin-item">
      <span className="admin-thumb">{data?.still && <img src={data.still} alt="" />}</span>
      <span>
        {title && <bdi>{title}</bdi>} <code>{gif_id}</code>
        {username && <span className="admin-soft"> @{username}</span>}
      </span>
    </span>
  )
}

/** Takes items down. Lines that are not the ID or URL of one stay in the field. */
function NewTakedown({ close }: { close: () => void }) {
  const { common, texts, fill } = usePage('takedowns')
  const form = useForm({ items: '', reason: '', note: '', isMailed: false })
  const { note, isMailed } = form.values
  const reason = form.values.reason.trim()
  const { field, ids, wrong, leave } = useItemsField(form, texts.items)
  const { taken, isReading, ...lines } = useLines(ids)
  const blocked = lines.lines.filter(({ item, gif_id }) => !item && taken.includes(gif_id)).length
  const unready = isReading ? texts.looking : taken.length === 0 && texts.nothing
  const items = {
    ...field,
    problem: field.problem || unready,
    after: (
      <>
        {field.after}
        <Lines {...lines} />
      </>
    ),
  }
  const put = useChange({
    list: 'takedowns',
    write: (gifs: readonly string[]) =>
      client.takedown({
        takedowns: gifs.map((gif_id) => ({ gif_id, reason })),
        send_email: isMailed,
        ...(note && { note }),
      }),
    message: ({ length }) =>
      fill(blocked > 0 ? texts.doneBlocked : texts.done, { count: length - blocked, blocked }),
    done: () => leave(wrong, close),
  })
  return (
    <FormDialog
      close={close}
      title={texts.add}
      form={form}
      fields={[
        items,
        { name: 'reason', label: common.reason, maxLength: 500, problem: !reason && texts.reasonNeeded },
        noteField(common),
        { name: 'isMailed', type: 'check', label: texts.mail },
      ]}
      go={taken.length === 0 ? texts.add : fill(texts.confirm, { count: taken.length })}
      danger
      isBusy={put.isPending}
      submit={() => put.mutate(taken)}
    />
  )
}

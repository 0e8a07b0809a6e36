import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { byStatus, client, useChange, usePage, useReread } from '../admin.tsx'
import { SmallButton, StateBadge } from '../parts/elements.tsx'
import { type Ask, useConfirm } from '../parts/form.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'

type DeadLetter = RowOf<typeof client.deadLetters>

/** The dead letter to be sent again; null for all. */
type Resend = { id: string } | null

const LIST = 'dead-letters'

/** What is sent again is mostly there after this time, in ms: the list is read once more then. */
const SENT_MS = 2000

/** Sends dead letters again. Another person may have been first, which is a 404. */
function useResend() {
  const { common, texts } = usePage(LIST)
  const reread = useReread()
  return {
    list: LIST,
    write: (input: Resend) => client.resendDeadLetters(input ?? {}),
    message: (input: Resend) => (input ? texts.sendDone : texts.sendAllDone),
    failure: byStatus({ 404: common.conflict }),
    done: () => setTimeout(() => void reread(LIST), SENT_MS),
  }
}

/** `/admin/dead-letters`: pingbacks that did not arrive, why, and what becomes of them. */
export default function DeadLettersPage() {
  const { texts } = usePage(LIST)
  const [shown, setShown] = useState<DeadLetter>()
  const { ask, dialog } = useConfirm()
  const resend = useResend()
  const sendAll = () =>
    ask({ ...resend, title: texts.sendAllTitle, children: texts.sendAllText, go: texts.sendAll })
  return (
    <ListPage
      page={LIST}
      action={<Button onClick={sendAll}>{texts.sendAll}</Button>}
      filters={{}}
      read={client.deadLetters}
      columns={useColumns(ask)}
      open={setShown}
    >
      <EventDialog event={shown?.event} close={() => setShown(undefined)} />
      {dialog}
    </ListPage>
  )
}

function useColumns(ask: Ask): Column<DeadLetter>[] {
  const { common, texts } = usePage(LIST)
  const resend = useChange(useResend())
  const drop = ({ id }: DeadLetter) =>
    ask({
      list: LIST,
      write: () => client.deleteDeadLetter({ id: String(id) }),
      message: () => texts.dropDone,
      failure: byStatus({ 404: common.conflict }),
      title: texts.dropTitle,
      children: texts.dropText,
      go: texts.drop,
      danger: true,
    })
  const actions = (row: DeadLetter) => (
    <Group gap="xs">
      {row.is_marked ? (
        <StateBadge>{texts.marked}</StateBadge>
      ) : (
        <SmallButton disabled={resend.isPending} onClick={() => resend.mutate({ id: String(row.id) })}>
          {texts.send}
        </SmallButton>
      )}
      <SmallButton onClick={() => drop(row)}>{texts.drop}</SmallButton>
    </Group>
  )
  return [
    timeColumn(common.when, ({ died_at }) => died_at),
    { title: texts.event, cell: ({ event }) => <code>{event.action_type}</code> },
    { title: common.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, width: '36%' },
    { title: common.actions, end: true, cell: actions },
  ]
}

function EventDialog({ event, close }: { event: object | undefined; close: () => void }) {
  const { texts } = usePage(LIST)
  return (
    <Modal opened={event !== undefined} onClose={close} title={texts.event} size="lg">
      <pre className="admin-mail">{JSON.stringify(event, null, 2)}</pre>
    </Modal>
  )
}

import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { byStatus, client, useChange, usePage, useReread } from '../admin.tsx'
import { SmallButton, StateBadge } from '../parts/elements.tsx'
import { ChangeDialog } from '../parts/form.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'

type DeadLetter = RowOf<typeof client.deadLetters>

/** The dead letters to be sent again: the one of this id, or all. */
type Resend = { id?: string }

const LIST = 'dead-letters'

/** What is sent again is mostly there after this time, in ms: the list is read once more then. */
const SENT_MS = 2000

/** Sends dead letters again. Another person may have been first, which is a 404. */
function useResend() {
  const { common, texts } = usePage(LIST)
  const reread = useReread()
  return {
    list: LIST,
    write: (input: Resend) => client.resendDeadLetters(input),
    message: ({ id }: Resend) => (id === undefined ? texts.sendAllDone : texts.sendDone),
    failure: byStatus({ 404: common.conflict }),
    done: () => setTimeout(() => void reread(LIST), SENT_MS),
  }
}

/** `/admin/dead-letters`: pingbacks that did not arrive, why, and what becomes of them. */
export default function DeadLettersPage() {
  const { common, texts } = usePage(LIST)
  const [shown, setShown] = useState<DeadLetter>()
  const [dropping, setDropping] = useState<DeadLetter>()
  const [resending, setResending] = useState<Resend>()
  return (
    <ListPage
      page={LIST}
      action={<Button onClick={() => setResending({})}>{texts.sendAll}</Button>}
      filters={{}}
      read={client.deadLetters}
      columns={useColumns(setDropping)}
      open={setShown}
    >
      <EventDialog event={shown?.event} close={() => setShown(undefined)} />
      <ChangeDialog
        {...useResend()}
        input={resending}
        close={() => setResending(undefined)}
        title={texts.sendAllTitle}
        go={texts.sendAll}
      >
        {texts.sendAllText}
      </ChangeDialog>
      <ChangeDialog
        list={LIST}
        write={({ id }) => client.deleteDeadLetter({ id: String(id) })}
        message={() => texts.dropDone}
        failure={byStatus({ 404: common.conflict })}
        input={dropping}
        close={() => setDropping(undefined)}
        title={texts.dropTitle}
        go={texts.drop}
        danger
      >
        {texts.dropText}
      </ChangeDialog>
    </ListPage>
  )
}

function useColumns(drop: (row: DeadLetter) => void): Column<DeadLetter>[] {
  const { common, texts } = usePage(LIST)
  const resend = useChange(useResend())
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

import { Button, Group, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../admin.tsx'
import { byStatus, client, useChange } from '../parts/calls.ts'
import { SmallButton, StateBadge } from '../parts/elements.tsx'
import { ConfirmDialog } from '../parts/form.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { useFilters } from '../place.ts'

type DeadLetter = RowOf<typeof client.deadLetters>

/** The dead letters to be sent again: the one of this id, or all. */
type Resend = { id?: string }

const FILTERS = { order: 'desc', page: '1' }
const LIST = 'dead-letters'

/** What is sent again is mostly there after this time, in ms: the list is read once more then. */
const SENT_MS = 2000

/** The two writes of a dead letter. Another person may have been first, which is a 404. */
function useDeadLetters(done: () => void) {
  const { common, texts } = usePage('dead-letters')
  const queries = useQueryClient()
  const failure = byStatus({ 404: common.conflict })
  const resend = useChange({
    list: LIST,
    write: (input: Resend) => client.resendDeadLetters(input),
    message: ({ id }) => (id === undefined ? texts.sendAllDone : texts.sendDone),
    failure,
    done() {
      done()
      setTimeout(() => void queries.invalidateQueries({ queryKey: [LIST] }), SENT_MS)
    },
  })
  const drop = useChange({
    list: LIST,
    write: ({ id }: DeadLetter) => client.deleteDeadLetter({ id: String(id) }),
    message: () => texts.dropDone,
    failure,
    done,
  })
  return { resend, drop }
}

/** `/admin/dead-letters`: pingbacks that did not arrive, why, and what becomes of them. */
export default function DeadLettersPage() {
  const { texts } = usePage(LIST)
  const filtering = useFilters(FILTERS)
  const [shown, setShown] = useState<DeadLetter>()
  const [dropping, setDropping] = useState<DeadLetter>()
  const [resending, setResending] = useState<Resend>()
  const close = () => {
    setDropping(undefined)
    setResending(undefined)
  }
  const { resend, drop } = useDeadLetters(close)
  return (
    <ListPage
      texts={texts}
      action={<Button onClick={() => setResending({})}>{texts.sendAll}</Button>}
      list={LIST}
      input={{ order: filtering.sorting.order }}
      read={client.deadLetters}
      columns={useColumns(resend, setDropping)}
      keyOf={({ id }) => id}
      open={setShown}
      filtering={filtering}
    >
      <EventDialog letter={shown} close={() => setShown(undefined)} />
      <ConfirmDialog
        input={resending}
        change={resend}
        close={close}
        title={texts.sendAllTitle}
        go={texts.sendAll}
      >
        {texts.sendAllText}
      </ConfirmDialog>
      <ConfirmDialog
        input={dropping}
        change={drop}
        close={close}
        title={texts.dropTitle}
        go={texts.drop}
        danger
      >
        {texts.dropText}
      </ConfirmDialog>
    </ListPage>
  )
}

type Resending = { isPending: boolean; mutate: (input: Resend) => void }

function useColumns(resend: Resending, drop: (row: DeadLetter) => void): Column<DeadLetter>[] {
  const { common, texts } = usePage(LIST)
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

function EventDialog({ letter, close }: { letter: DeadLetter | undefined; close: () => void }) {
  const { texts } = usePage(LIST)
  return (
    <Modal opened={letter !== undefined} onClose={close} title={texts.event} size="lg">
      <pre className="admin-mail">{JSON.stringify(letter?.event, null, 2)}</pre>
    </Modal>
  )
}

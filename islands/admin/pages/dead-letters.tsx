import { Badge, Button, Group, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as v from 'valibot'
import { UpstreamError } from '../../../shared/errors.ts'
import type { OwnDeadLetter } from '../../../shared/schema/own/staff.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { BY_TIME, timeSorting } from '../parts/sorting.ts'
import { useChange } from '../parts/use-change.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

type Row = v.InferOutput<typeof OwnDeadLetter>

const FILTERS = { order: 'desc', page: '1' }

/** What is sent again is mostly there after this time, in ms: the list is read once more then. */
const SENT_MS = 2000

/** `/admin/dead-letters`: pingbacks that did not arrive, why, and what becomes of them. */
export default function DeadLettersPage() {
  const { common, 'dead-letters': texts } = useAdmin().texts
  const { filters, change } = useFilters(FILTERS)
  const sorting = timeSorting(filters.order, change)
  const [shown, setShown] = useState<Row>()
  const [dropping, setDropping] = useState<Row>()
  const [isSendingAll, setSendingAll] = useState(false)
  const queries = useQueryClient()
  // Somebody else has sent or dropped it.
  const goneMeanwhile = (error: unknown) =>
    error instanceof UpstreamError && error.status === 404 ? common.conflict : undefined
  const resend = useChange({
    of: 'dead-letters',
    write: (id: number | undefined) => client.resendDeadLetters(id === undefined ? {} : { id: String(id) }),
    said: (id) => (id === undefined ? texts.sendAllDone : texts.sendDone),
    failed: goneMeanwhile,
    done() {
      setSendingAll(false)
      setTimeout(() => void queries.invalidateQueries({ queryKey: ['dead-letters'] }), SENT_MS)
    },
  })
  const drop = useChange({
    of: 'dead-letters',
    write: ({ id }: Row) => client.deleteDeadLetter({ id: String(id) }),
    said: () => texts.dropDone,
    failed: goneMeanwhile,
    done: () => setDropping(undefined),
  })
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ died_at }) => <When at={died_at} />, width: '190px', sort: BY_TIME },
    { title: texts.event, cell: ({ event }) => <code>{event.action_type}</code> },
    { title: common.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, width: '36%' },
    {
      title: common.actions,
      end: true,
      cell: (row) => (
        <Group gap="xs">
          {row.is_marked ? (
            <Badge variant="light" color="gray" tt="none">
              {texts.marked}
            </Badge>
          ) : (
            <Button
              variant="default"
              size="xs"
              disabled={resend.isPending}
              onClick={() => resend.mutate(row.id)}
            >
              {texts.send}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => setDropping(row)}>
            {texts.drop}
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => setSendingAll(true)}>{texts.sendAll}</Button>
      </PageTop>
      <search className="admin-filters">
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <List
        of={['dead-letters', sorting.order]}
        read={(page, signal) => client.deadLetters({ ...page, order: sorting.order }, { signal })}
        columns={columns}
        keyOf={({ id }) => id}
        open={setShown}
        label={texts.title}
        empty={texts.empty}
        sorting={sorting}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={texts.event} size="lg">
        <pre className="admin-mail">{JSON.stringify(shown?.event, null, 2)}</pre>
      </Modal>
      <Ask
        isOpen={isSendingAll}
        close={() => setSendingAll(false)}
        title={texts.sendAllTitle}
        go={texts.sendAll}
        isBusy={resend.isPending}
        submit={() => resend.mutate(undefined)}
      >
        {texts.sendAllText}
      </Ask>
      <Ask
        isOpen={dropping !== undefined}
        close={() => setDropping(undefined)}
        title={texts.dropTitle}
        go={texts.drop}
        danger
        isBusy={drop.isPending}
        submit={() => dropping && drop.mutate(dropping)}
      >
        {texts.dropText}
      </Ask>
    </>
  )
}

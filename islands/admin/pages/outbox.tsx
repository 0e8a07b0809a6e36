import { Modal } from '@mantine/core'
import { useState } from 'react'
import { usePage } from '../admin.tsx'
import { client } from '../parts/calls.ts'
import { SmallButton, StateBadge, When } from '../parts/elements.tsx'
import { type Column, ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { useFilters } from '../place.ts'

type MailRow = RowOf<typeof client.outbox>

const FILTERS = { order: 'desc', page: '1' }

/** `/admin/outbox`: the mails, so that the flow of links works without a mail service. */
export default function OutboxPage() {
  const { common, texts } = usePage('outbox')
  const filtering = useFilters(FILTERS)
  const { sorting } = filtering
  const [mail, setMail] = useState<MailRow>()
  const columns: Column<MailRow>[] = [
    timeColumn(common.when, ({ created_at }) => created_at),
    { title: texts.to, cell: ({ to }) => <bdi>{to}</bdi> },
    { title: texts.subject, cell: ({ subject }) => <bdi>{subject}</bdi>, width: '36%' },
    {
      title: texts.sent,
      cell: ({ sent_at }) => (sent_at ? <When at={sent_at} /> : <StateBadge>{texts.waiting}</StateBadge>),
    },
    {
      title: common.actions,
      end: true,
      cell: (row) => <SmallButton onClick={() => setMail(row)}>{texts.open}</SmallButton>,
    },
  ]
  return (
    <ListPage
      texts={texts}
      list="outbox"
      input={{ order: sorting.order }}
      read={client.outbox}
      columns={columns}
      keyOf={({ id }) => id}
      open={setMail}
      filtering={filtering}
    >
      <Modal opened={mail !== undefined} onClose={() => setMail(undefined)} title={mail?.subject} size="lg">
        <p className="admin-soft">
          {texts.to} <bdi>{mail?.to}</bdi>
        </p>
        <pre className="admin-mail">{mail?.text}</pre>
      </Modal>
    </ListPage>
  )
}

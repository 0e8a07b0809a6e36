import { Modal } from '@mantine/core'
import { useState } from 'react'
import { client, usePage } from '../admin.tsx'
import { SmallButton, StateBadge, When } from '../parts/elements.tsx'
import { ListPage, type RowOf, timeColumn } from '../parts/list.tsx'

type MailRow = RowOf<typeof client.outbox>

/** `/admin/outbox`: the mails, so that the flow of links works without a mail service. */
export default function OutboxPage() {
  const { common, texts } = usePage('outbox')
  const [mail, setMail] = useState<MailRow>()
  const sent = ({ sent_at }: MailRow) =>
    sent_at ? <When at={sent_at} /> : <StateBadge>{texts.waiting}</StateBadge>
  const actions = (row: MailRow) => <SmallButton onClick={() => setMail(row)}>{texts.open}</SmallButton>
  return (
    <ListPage
      page="outbox"
      filters={{}}
      read={client.outbox}
      open={setMail}
      columns={[
        timeColumn(common.when, ({ created_at }: MailRow) => created_at),
        { title: texts.to, cell: ({ to }) => <bdi>{to}</bdi> },
        { title: texts.subject, cell: ({ subject }) => <bdi>{subject}</bdi>, width: '36%' },
        { title: texts.sent, cell: sent },
        { title: common.actions, end: true, cell: actions },
      ]}
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

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { HIDDEN_LINK } from '../../../shared/schema/own/staff.ts'
import { client, useChange, usePage } from '../admin.tsx'
import { SmallButton, StateBadge, When } from '../parts/elements.tsx'
import { ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { FormModal, useUnsaved } from '../parts/unsaved.tsx'

type MailRow = RowOf<typeof client.outbox>

/** `/admin/outbox`: the mails, without the links that let their readers in. */
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
      <FormModal opened={mail !== undefined} close={() => setMail(undefined)} title={mail?.subject} size="lg">
        <p className="admin-soft">
          {texts.to} <bdi>{mail?.to}</bdi>
        </p>
        {mail?.failure && (
          <p className="admin-soft">
            <bdi lang="en">{mail.failure}</bdi>
          </p>
        )}
        <pre className="admin-mail">{mail?.text}</pre>
        {mail?.text.includes(HIDDEN_LINK) && <Reveal mail={mail} show={setMail} />}
      </FormModal>
    </ListPage>
  )
}

/** T55: an unsent mail's link, for a reason. */
function Reveal({ mail: { id, to, sent_at }, show }: { mail: MailRow; show: (mail: MailRow) => void }) {
  const { common, texts, fill } = usePage('outbox')
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  useUnsaved(sent_at === null && reason.trim() !== '')
  const reveal = useChange({
    list: 'outbox',
    write: async (reason: string) => {
      const shown = await client.revealMail({ id: String(id), reason })
      if (shown) show(shown)
    },
    message: () => fill(texts.revealed, { to }),
  })
  if (sent_at !== null) return <p className="admin-soft">{texts.sentHidden}</p>
  return (
    <form
      className="admin-reveal"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (reason.trim() && !reveal.isPending) reveal.mutate(reason.trim())
      }}
    >
      <TextInput
        label={common.reason}
        description={fill(texts.hidden, { to })}
        maxLength={500}
        value={reason}
        error={isSent && !reason.trim() && texts.reasonNeeded}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button type="submit" mt="md" loading={reveal.isPending}>
        {texts.reveal}
      </Button>
    </form>
  )
}

import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { HIDDEN_LINK, MAIL_STATES } from '../../../shared/schema/own/staff.ts'
import { byStatus, client, useChange, usePage } from '../admin.tsx'
import { RowButton, StateBadge, When } from '../parts/elements.tsx'
import { optionsOf } from '../parts/form.tsx'
import { ListPage, type RowOf, timeColumn } from '../parts/list.tsx'
import { FormModal, useUnsaved } from '../parts/unsaved.tsx'

const FILTERS = { state: ['', ...MAIL_STATES] } as const

type MailRow = RowOf<typeof client.outbox>

/** `/admin/outbox`: the mails, without the links that let their readers in. */
export default function OutboxPage() {
  const { common, texts, fill } = usePage('outbox')
  const [mail, setMail] = useState<MailRow>()
  const again = useChange({
    list: 'outbox',
    async write({ id }: MailRow) {
      const mail = await client.resendMail({ id: String(id) })
      if (mail?.failure) throw new AppError('not-implemented', mail.failure)
    },
    message: ({ to }) => fill(texts.queued, { to }),
    failure: (error) =>
      error instanceof AppError && error.kind === 'not-implemented'
        ? texts.noService
        : byStatus({ 409: texts.notAgain })(error),
  })
  const sent = ({ sent_at, failure }: MailRow) =>
    sent_at ? (
      <When at={sent_at} />
    ) : (
      <>
        <StateBadge>{texts.waiting}</StateBadge>
        {failure && (
          <small className="admin-soft">
            <bdi lang="en">{failure}</bdi>
          </small>
        )}
      </>
    )
  const button = (text: string, row: MailRow, press: (row: MailRow) => void) => (
    <RowButton text={text} name={row.subject} press={() => press(row)} />
  )
  const actions = (row: MailRow) => (
    <Group gap="xs">
      {button(texts.open, row, setMail)}
      {row.sent_at === null && button(texts.again, row, again.mutate)}
      {row.sent_at === null && row.text.includes(HIDDEN_LINK) && button(texts.copyLink, row, setMail)}
    </Group>
  )
  const states = optionsOf(MAIL_STATES, { unsent: texts.waiting, sent: texts.sent })
  return (
    <ListPage
      page="outbox"
      filters={FILTERS}
      fields={[
        { name: 'state', label: common.state, options: [{ value: '', label: common.all }, ...states] },
      ]}
      read={client.outbox}
      open={setMail}
      columns={[
        timeColumn(common.when, ({ created_at }: MailRow) => created_at),
        { title: texts.to, cell: ({ to }) => <bdi>{to}</bdi> },
        { title: texts.subject, cell: ({ subject }) => <bdi>{subject}</bdi>, width: '28%' },
        { title: texts.sent, cell: sent, width: '22%' },
        { title: common.actions, end: true, cell: actions, width: '300px' },
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
        {mail && <CopyLink key={mail.text} text={mail.text} />}
        {mail?.text.includes(HIDDEN_LINK) && <Reveal mail={mail} show={setMail} />}
      </FormModal>
    </ListPage>
  )
}

/** Copies the link of a mail that was revealed. */
function CopyLink({ text }: { text: string }) {
  const { common, texts } = usePage('outbox')
  const [isCopied, setCopied] = useState(false)
  const link = text.split('\n').find((line) => line.includes('?token='))
  if (!link) return null
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return <Button onClick={() => void copy()}>{isCopied ? common.copied : texts.copyLink}</Button>
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

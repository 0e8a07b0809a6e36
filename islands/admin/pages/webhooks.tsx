import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MediaAddress } from '../../../shared/calls/fields.ts'
import { type OwnWebhook, WEBHOOK_EVENTS } from '../../../shared/schema/own/webhooks.ts'
import { client, useChange, usePage } from '../admin.tsx'
import { Failed, Loading, Notice, NumberTable, RowButton, StateBadge } from '../parts/elements.tsx'
import { type AdminField, type Ask, ChangeDialog, fits, useConfirm, useForm } from '../parts/form.tsx'
import { type Column, ListPage, timeColumn } from '../parts/list.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'

const LIST = 'webhooks'

/** Deliveries that its dialog lists. */
const SHOWN = 50

/** What is open: a webhook's form, or a new one's. */
type Edited = { row?: OwnWebhook }

const hostOf = ({ url }: Pick<OwnWebhook, 'url'>) => new URL(url).host

/** The call gives all of them, the newest first. */
async function readWebhooks({ order }: { order?: 'asc' | 'desc' }, reading: { signal: AbortSignal }) {
  const { results = [] } = (await client.webhooks({}, reading)) ?? {}
  return { results: order === 'asc' ? results.toReversed() : results }
}

/** `/admin/webhooks`: where events are sent, and what became of them. */
export default function WebhooksPage() {
  const { texts } = usePage(LIST)
  const [edited, edit] = useState<Edited>()
  const [shown, show] = useState<OwnWebhook>()
  const [secret, setSecret] = useState<string>()
  const { ask, dialog } = useConfirm()
  return (
    <ListPage
      page={LIST}
      action={<Button onClick={() => edit({})}>{texts.add}</Button>}
      filters={{}}
      read={readWebhooks}
      columns={useColumns(ask, edit, show)}
      open={show}
    >
      {edited && <WebhookForm {...edited} close={() => edit(undefined)} show={setSecret} />}
      <ShownOnce secret={secret} title={texts.secret} close={() => setSecret(undefined)} />
      {dialog}
      <Deliveries of={shown} close={() => show(undefined)} />
    </ListPage>
  )
}

function useColumns(
  ask: Ask,
  edit: (edited: Edited) => void,
  show: (row: OwnWebhook) => void,
): Column<OwnWebhook>[] {
  const { common, texts, fill } = usePage(LIST)
  const test = useChange({
    list: LIST,
    write: ({ id }: OwnWebhook) => client.testWebhook({ id }),
    message: (row: OwnWebhook) => fill(texts.testDone, { host: hostOf(row) }),
  })
  const remove = (row: OwnWebhook) =>
    ask({
      list: LIST,
      write: () => client.deleteWebhook({ id: row.id }),
      message: () => fill(texts.removeDone, { host: hostOf(row) }),
      title: fill(texts.removeTitle, { host: hostOf(row) }),
      children: texts.removeText,
      go: common.delete,
      danger: true,
    })
  const actions = (row: OwnWebhook) => {
    const name = hostOf(row)
    return (
      <Group gap="xs">
        {row.is_active && (
          <RowButton
            text={texts.test}
            name={name}
            press={() => test.mutate(row, { onSuccess: () => show(row) })}
          />
        )}
        <RowButton text={common.edit} name={name} press={() => edit({ row })} />
        <RowButton text={common.delete} name={name} press={() => remove(row)} />
      </Group>
    )
  }
  const state = ({ is_active, off_because }: OwnWebhook) => (
    <>
      <StateBadge>{is_active ? texts.on : texts.off}</StateBadge>
      {off_because && <Text size="xs">{texts.dead}</Text>}
    </>
  )
  return [
    { title: texts.url, cell: ({ url }) => <bdi className="admin-address">{url}</bdi>, width: '32%' },
    { title: texts.events, cell: ({ events }) => events.map((event) => texts[event]).join(', ') },
    { title: texts.state, cell: state },
    timeColumn(texts.since, ({ created_at }) => created_at),
    { title: common.actions, end: true, cell: actions },
  ]
}

/** What was sent to a webhook, the newest first, and what the last try was answered. */
function Deliveries({ of, close }: { of: OwnWebhook | undefined; close: () => void }) {
  const { common, texts, fill, timeOf, numberOf } = usePage(LIST)
  const { data, error, refetch } = useQuery({
    queryKey: [LIST, 'deliveries', of?.id],
    queryFn: ({ signal }) => client.webhookDeliveries({ id: of?.id ?? '', limit: SHOWN }, { signal }),
    enabled: of !== undefined,
    staleTime: 0,
  })
  const rows = data?.results.map((each) => [
    texts[each.event === 'test' ? 'tested' : each.event],
    timeOf(each.tried_at ?? each.created_at),
    numberOf(each.tries),
    each.status === null ? texts.noStatus : String(each.status),
  ])
  return (
    <Modal
      opened={of !== undefined}
      onClose={close}
      size="lg"
      title={of && fill(texts.deliveries, { host: hostOf(of) })}
    >
      {error && <Failed error={error} retry={refetch} />}
      {!error && !rows && <Loading />}
      {rows?.length === 0 && <Notice text={texts.noDeliveries} isWithin />}
      {rows && rows.length > 0 && (
        <div className="admin-numbers">
          <NumberTable head={[texts.event, common.when, texts.tries, texts.status]} rows={rows} />
        </div>
      )}
    </Modal>
  )
}

type FormProps = Edited & { close: () => void; show: (secret: string) => void }

function WebhookForm({ row, close, show }: FormProps) {
  const { common, texts, fill } = usePage(LIST)
  const wanted = row?.events ?? WEBHOOK_EVENTS
  const form = useForm<Record<string, string | boolean>>({
    url: row?.url ?? '',
    is_active: row?.is_active ?? true,
    ...Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, wanted.includes(event)])),
  })
  const { values, isSent } = form
  const url = String(values.url).trim()
  const events = WEBHOOK_EVENTS.filter((event) => values[event] === true)
  const none = events.length === 0 && texts.eventsNeeded
  const fields: AdminField[] = [
    {
      name: 'url',
      type: 'url',
      label: texts.url,
      description: texts.urlHint,
      maxLength: 2048,
      isFirst: true,
      problem: !fits(MediaAddress, url) && texts.urlWrong,
    },
    ...WEBHOOK_EVENTS.map((name): AdminField => ({ name, type: 'check', label: texts[name], problem: none })),
    ...(row ? [{ name: 'is_active', type: 'check', label: texts.isOn } as const] : []),
  ]
  return (
    <ChangeDialog
      list={LIST}
      input={{ url, events }}
      write={async (input) => {
        if (row) return client.updateWebhook({ id: row.id, ...input, is_active: values.is_active === true })
        const created = await client.createWebhook(input)
        if (created) show(created.secret)
      }}
      message={() => fill(row ? texts.changed : texts.created, { host: hostOf({ url }) })}
      close={close}
      title={row ? hostOf(row) : texts.add}
      form={form}
      fields={fields}
      after={
        isSent &&
        none && (
          <Text c="red" size="sm" role="alert">
            {none}
          </Text>
        )
      }
      go={row ? common.save : texts.add}
      isSame={row !== undefined && !form.isChanged}
    />
  )
}

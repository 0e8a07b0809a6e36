import { Button } from '@mantine/core'
import { useState } from 'react'
import { INVITATION_MAX } from '../../../shared/schema/own/rules.ts'
import type { OwnInvitation } from '../../../shared/schema/own/settings.ts'
import { client, usePage } from '../admin.tsx'
import { RowButton, StateBadge } from '../parts/elements.tsx'
import { type AdminField, type Ask, ChangeDialog, useConfirm, useForm } from '../parts/form.tsx'
import { type Column, ListPage, timeColumn } from '../parts/list.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'

const LIST = 'invitations'

const stateOf = ({ revoked_at, expires_at, people, uses }: OwnInvitation) => {
  if (revoked_at) return 'revoked'
  if (people.length >= uses) return 'used'
  return Date.parse(expires_at) > Date.now() ? 'open' : 'ended'
}

async function readInvitations({ order }: { order?: 'asc' | 'desc' }, reading: { signal: AbortSignal }) {
  const { results = [] } = (await client.invitations({}, reading)) ?? {}
  return { results: order === 'asc' ? results.toReversed() : results }
}

/** `/admin/invitations`: links that people register by, and who came by each. */
export default function InvitationsPage() {
  const { texts } = usePage(LIST)
  const [isNew, setNew] = useState(false)
  const [link, show] = useState<string>()
  const { ask, dialog } = useConfirm()
  return (
    <ListPage
      page={LIST}
      action={<Button onClick={() => setNew(true)}>{texts.add}</Button>}
      filters={{}}
      read={readInvitations}
      columns={useColumns(ask)}
    >
      {isNew && <InvitationForm close={() => setNew(false)} show={show} />}
      <ShownOnce secret={link} title={texts.link} close={() => show(undefined)} />
      {dialog}
    </ListPage>
  )
}

function useColumns(ask: Ask): Column<OwnInvitation>[] {
  const { common, texts, fill, numberOf, timeOf } = usePage(LIST)
  const revoke = ({ id, created_at }: OwnInvitation) =>
    ask({
      list: LIST,
      write: () => client.revokeInvitation({ id }),
      message: () => texts.revokeDone,
      title: fill(texts.revokeTitle, { when: timeOf(created_at) }),
      go: texts.revoke,
      danger: true,
    })
  return [
    timeColumn(common.when, ({ created_at }) => created_at),
    { title: texts.by, cell: ({ created_by }) => <bdi>{created_by || '–'}</bdi> },
    { title: common.state, cell: (row) => <StateBadge>{texts[stateOf(row)]}</StateBadge> },
    { title: texts.until, cell: ({ expires_at }) => timeOf(expires_at) },
    {
      title: texts.uses,
      end: true,
      cell: ({ people, uses }) => `${numberOf(people.length)} / ${numberOf(uses)}`,
    },
    {
      title: texts.people,
      cell: ({ people }) => <bdi>{people.map(({ username }) => username).join(', ') || '–'}</bdi>,
    },
    {
      title: common.actions,
      end: true,
      cell: (row) =>
        stateOf(row) === 'open' && (
          <RowButton text={texts.revoke} name={timeOf(row.created_at)} press={() => revoke(row)} />
        ),
    },
  ]
}

/** Whether a text is a whole number from 1 to another. */
const isUpTo = (most: number, text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most

function InvitationForm({ close, show }: { close: () => void; show: (link: string) => void }) {
  const { texts, fill } = usePage(LIST)
  const form = useForm({ uses: '1', days: '7' })
  const { uses, days } = form.values
  const field = (name: 'uses' | 'days'): AdminField => {
    const max = INVITATION_MAX[name]
    const isWrong = !isUpTo(max, form.values[name])
    return {
      name,
      type: 'number',
      label: texts[name],
      min: 1,
      max,
      problem: isWrong && fill(texts.wrong, { max }),
    }
  }
  return (
    <ChangeDialog
      list={LIST}
      input={{ uses: Number(uses), days: Number(days) }}
      write={async (input) => {
        const made = await client.createInvitation(input)
        if (made) show(made.link)
      }}
      message={() => texts.created}
      close={close}
      title={texts.add}
      form={form}
      fields={[field('uses'), field('days')]}
      go={texts.add}
    />
  )
}

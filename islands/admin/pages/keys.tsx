import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { BlockList } from '../../../shared/calls/fields.ts'
import { CHOSEN_RATINGS, type Rating } from '../../../shared/schema/choices.ts'
import { NEW_KEY_RATE } from '../../../shared/schema/own/staff.ts'
import { byStatus, client, usePage } from '../admin.tsx'
import { dayText, NumberTable, RowButton, SmallButton, When } from '../parts/elements.tsx'
import {
  type AdminField,
  type Ask,
  CHOSEN_RATING_OPTIONS,
  ChangeDialog,
  fits,
  useConfirm,
  useForm,
} from '../parts/form.tsx'
import { type Column, ListPage, type RowOf } from '../parts/list.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'

type PartnerKey = RowOf<typeof client.keys>

/** A new key, which is shown once. */
type NewKey = { name: string; token: string }

const SORTS = ['since', 'name', 'rating', 'rate', 'usage'] as const
type Sort = (typeof SORTS)[number]

const FILTERS = { sort: SORTS } as const

/** Entries of a block list in its row; the others are in its title. */
const BLOCKED_SHOWN = 6

const levelOf = ({ rating }: PartnerKey) => (CHOSEN_RATINGS as readonly string[]).indexOf(rating)

/** Requests of the days that are listed, and how many of them were refused. */
const usageOf = ({ usage }: PartnerKey) => ({
  requests: usage.reduce((sum, day) => sum + day.requests, 0),
  refused: usage.reduce((sum, day) => sum + day.refused, 0),
})

/** How keys are sorted: the call gives all of them at once. */
const COMPARE: Readonly<Record<Sort, (a: PartnerKey, b: PartnerKey) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name),
  rating: (a, b) => levelOf(a) - levelOf(b),
  // No limit is more than any.
  rate: (a, b) => (a.rate || Infinity) - (b.rate || Infinity) || 0,
  usage: (a, b) => usageOf(a).requests - usageOf(b).requests,
  since: (a, b) => a.created_at.localeCompare(b.created_at),
}

type KeyPage = { sort?: Sort; order?: 'asc' | 'desc'; limit: number; offset: number }

async function readKeys({ sort = 'since', order, limit, offset }: KeyPage, reading: { signal: AbortSignal }) {
  const { results = [] } = (await client.keys({}, reading)) ?? {}
  const sorted = results.toSorted(COMPARE[sort])
  const all = order === 'asc' ? sorted : sorted.toReversed()
  return { results: all.slice(offset, offset + limit), count: all.length }
}

/** `/admin/keys`: partners' keys; a new one is shown once. */
export default function KeysPage() {
  const { texts, fill } = usePage('keys')
  const [edited, setEdited] = useState<PartnerKey | 'new'>()
  const [shownOnce, setShownOnce] = useState<NewKey>()
  const { ask, dialog } = useConfirm()
  return (
    <ListPage
      page="keys"
      action={<Button onClick={() => setEdited('new')}>{texts.add}</Button>}
      filters={FILTERS}
      read={readKeys}
      columns={useColumns(ask, setEdited)}
    >
      {edited && (
        <KeyForm
          key={edited === 'new' ? edited : edited.id}
          {...(edited !== 'new' && { edited })}
          close={() => setEdited(undefined)}
          show={setShownOnce}
        />
      )}
      {dialog}
      <ShownOnce
        secret={shownOnce?.token}
        title={fill(texts.created, { name: shownOnce?.name ?? '' })}
        close={() => setShownOnce(undefined)}
      />
    </ListPage>
  )
}

function useColumns(ask: Ask, edit: (row: PartnerKey) => void): Column<PartnerKey>[] {
  const { common, texts, fill } = usePage('keys')
  const end = ({ id, name }: PartnerKey) =>
    ask({
      list: 'keys',
      write: () => client.deleteKey({ id }),
      message: () => fill(texts.removeDone, { name }),
      title: fill(texts.removeTitle, { name }),
      children: texts.removeText,
      go: common.delete,
      danger: true,
    })
  const actions = (row: PartnerKey) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton text={common.edit} name={row.name} press={() => edit(row)} />
      <RowButton text={common.delete} name={row.name} press={() => end(row)} />
    </Group>
  )
  const blocked = ({ blocked }: PartnerKey) => {
    if (blocked.includes('*')) return texts.blockedAll
    if (blocked.length === 0) return texts.blockedNone
    const left = blocked.length - BLOCKED_SHOWN
    return (
      <span title={blocked.join(', ')}>
        <bdi>{blocked.slice(0, BLOCKED_SHOWN).join(', ')}</bdi>
        {left > 0 && ` +${left}`}
      </span>
    )
  }
  return [
    { title: texts.name, cell: ({ name }) => <bdi>{name}</bdi>, width: '22%', sort: 'name' },
    { title: texts.rating, cell: ({ rating }) => rating.toUpperCase(), sort: 'rating' },
    { title: texts.rate, cell: ({ rate }) => (rate === 0 ? texts.noRate : rate), end: true, sort: 'rate' },
    { title: texts.blocked, cell: blocked },
    { title: texts.usage, cell: (row) => <Usage row={row} />, end: true, sort: 'usage' },
    { title: texts.since, cell: ({ created_at }) => <When at={created_at} />, width: '200px', sort: 'since' },
    { title: common.actions, end: true, cell: actions },
  ]
}

/** How often a key was used: the sum, which opens the numbers of each day. */
function Usage({ row }: { row: PartnerKey }) {
  const { all, texts, language, fill, numberOf } = usePage('keys')
  const [isOpen, setOpen] = useState(false)
  const { requests, refused } = usageOf(row)
  const title = fill(texts.usageByDay, { name: row.name })
  if (requests === 0) return numberOf(0)
  return (
    <>
      <SmallButton aria-label={`${numberOf(requests)}: ${title}`} onClick={() => setOpen(true)}>
        {numberOf(requests)}
      </SmallButton>
      {refused > 0 && <Text size="xs">{fill(texts.refused, { count: numberOf(refused) })}</Text>}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title}>
        <div className="admin-numbers">
          <NumberTable
            head={[all.overview.day, texts.requests, texts.refusals]}
            rows={row.usage.map(({ day, requests, refused }) => [
              dayText(day, language),
              numberOf(requests),
              numberOf(refused),
            ])}
          />
        </div>
      </Modal>
    </>
  )
}

type KeyFormProps = {
  /** undefined for a new one. */
  edited?: PartnerKey
  close: () => void
  show: (key: NewKey) => void
}

const NEW_KEY = { name: '', rating: 'pg-13', rate: NEW_KEY_RATE, blocked: [] as string[] }

/** What a partner may do with a key: of a new one, or of one that stays as it is for the partner. */
function KeyForm({ edited, close, show }: KeyFormProps) {
  const { common, texts, fill } = usePage('keys')
  const before = edited ?? NEW_KEY
  const form = useForm({
    name: before.name,
    rating: before.rating,
    rate: String(before.rate),
    blocked: before.blocked.join(', '),
  })
  const { rating, rate, blocked } = form.values
  const name = form.values.name.trim()
  const needed = !name && common.nameNeeded
  const description = texts.blockedHint
  const wrong = !fits(BlockList, blocked) && texts.blockedWrong
  const first = { maxLength: 100, isFirst: true }
  const fields: AdminField[] = [
    { name: 'name', label: texts.name, description: texts.nameHint, ...first, problem: needed },
    { name: 'rating', label: texts.rating, options: CHOSEN_RATING_OPTIONS },
    { name: 'rate', type: 'number', label: texts.rate, description: texts.rateHint, min: 0, max: 100_000 },
    { name: 'blocked', label: texts.blocked, description, maxLength: 20_000, problem: wrong },
  ]
  return (
    <ChangeDialog
      list="keys"
      input={{ name, rate: Number(rate) || 0, rating: rating as Rating, blocked }}
      write={async (input) => {
        if (edited) return client.updateKey({ id: edited.id, ...input })
        const created = await client.createKey(input)
        if (created) show(created)
      }}
      message={() => fill(edited ? texts.changed : texts.created, { name })}
      failure={byStatus({ 404: texts.gone })}
      close={close}
      title={edited ? fill(texts.created, { name: edited.name }) : texts.add}
      form={form}
      fields={fields}
      go={edited ? common.save : texts.add}
      isSame={edited !== undefined && !form.isChanged}
    />
  )
}

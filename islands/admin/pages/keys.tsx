import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { BlockList } from '../../../shared/calls/site-fields.ts'
import { CHOSEN_RATINGS, type Rating } from '../../../shared/schema/choices.ts'
import { useAdmin, usePage } from '../admin.tsx'
import { client, useChange } from '../parts/calls.ts'
import { dayText, NumberTable, SmallButton, When } from '../parts/elements.tsx'
import { CHOSEN_RATING_OPTIONS, ConfirmDialog, type Field, FormDialog, useForm } from '../parts/form.tsx'
import { type Column, ListPage, type RowOf } from '../parts/list.tsx'
import { useFilters } from '../place.ts'

type PartnerKey = RowOf<typeof client.keys>

/** A new key, which is shown once. */
type ShownOnce = { name: string; token: string }

const FILTERS = { sort: 'since', order: 'desc', page: '1' }

/** Entries of a block list in its row; the others are in its title. */
const BLOCKED_SHOWN = 6

const levelOf = ({ rating }: PartnerKey) => (CHOSEN_RATINGS as readonly string[]).indexOf(rating)

/** Requests of the days that are listed, and how many of them were refused. */
const usageOf = ({ usage }: PartnerKey) => ({
  requests: usage.reduce((sum, day) => sum + day.requests, 0),
  refused: usage.reduce((sum, day) => sum + day.refused, 0),
})

const SORTS = ['since', 'name', 'rating', 'rate', 'usage'] as const
type Sort = (typeof SORTS)[number]

/** How keys are sorted: the call gives all of them at once. */
const COMPARE: Readonly<Record<Sort, (a: PartnerKey, b: PartnerKey) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name),
  rating: (a, b) => levelOf(a) - levelOf(b),
  // No limit is more than any.
  rate: (a, b) => (a.rate || Infinity) - (b.rate || Infinity) || 0,
  usage: (a, b) => usageOf(a).requests - usageOf(b).requests,
  since: (a, b) => a.created_at.localeCompare(b.created_at),
}

type KeyPage = { by: Sort; order: 'asc' | 'desc'; limit: number; offset: number }

async function readKeys({ by, order, limit, offset }: KeyPage, reading: { signal: AbortSignal }) {
  const { results = [] } = (await client.keys({}, reading)) ?? {}
  const sorted = results.toSorted(COMPARE[by])
  const all = order === 'asc' ? sorted : sorted.toReversed()
  return { results: all.slice(offset, offset + limit), count: all.length }
}

/** `/admin/keys`: partners' keys; a new one is shown once. */
export default function KeysPage() {
  const { common, texts, fill } = usePage('keys')
  const filtering = useFilters(FILTERS, SORTS)
  const { sorting } = filtering
  const [isAdding, setAdding] = useState(false)
  const [shownOnce, setShownOnce] = useState<ShownOnce>()
  const [ending, setEnding] = useState<PartnerKey>()
  const close = () => setEnding(undefined)
  const remove = useChange({
    list: 'keys',
    write: ({ id }: PartnerKey) => client.deleteKey({ id }),
    message: ({ name }) => fill(texts.removeDone, { name }),
    done: close,
  })
  const end = (row: PartnerKey) => <SmallButton onClick={() => setEnding(row)}>{texts.remove}</SmallButton>
  const columns: Column<PartnerKey>[] = [
    { title: texts.name, cell: ({ name }) => <bdi>{name}</bdi>, width: '22%', sort: 'name' },
    { title: texts.rating, cell: ({ rating }) => rating.toUpperCase(), sort: 'rating' },
    { title: texts.rate, cell: ({ rate }) => (rate === 0 ? texts.noRate : rate), end: true, sort: 'rate' },
    { title: texts.blocked, cell: (row) => <Blocked row={row} /> },
    { title: texts.usage, cell: (row) => <Usage row={row} />, end: true, sort: 'usage' },
    { title: texts.since, cell: ({ created_at }) => <When at={created_at} />, width: '200px', sort: 'since' },
    { title: common.actions, end: true, cell: end },
  ]
  return (
    <ListPage
      texts={texts}
      action={<Button onClick={() => setAdding(true)}>{texts.add}</Button>}
      list="keys"
      input={{ by: sorting.by, order: sorting.order }}
      read={readKeys}
      columns={columns}
      keyOf={({ id }) => id}
      filtering={filtering}
    >
      {isAdding && <NewKey close={() => setAdding(false)} show={setShownOnce} />}
      <ConfirmDialog
        input={ending}
        change={remove}
        close={close}
        title={fill(texts.removeTitle, { name: ending?.name ?? '' })}
        go={texts.remove}
        danger
      >
        {texts.removeText}
      </ConfirmDialog>
      <Secret shown={shownOnce} close={() => setShownOnce(undefined)} />
    </ListPage>
  )
}

function Blocked({ row: { blocked } }: { row: PartnerKey }) {
  const { texts } = usePage('keys')
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

/** How often a key was used: the sum, which opens the numbers of each day. */
function Usage({ row }: { row: PartnerKey }) {
  const { language, texts: all, fill, numberOf } = useAdmin()
  const texts = all.keys
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

type SecretProps = { shown: ShownOnce | undefined; close: () => void }

function Secret({ shown, close }: SecretProps) {
  const { common, texts, fill } = usePage('keys')
  const [copied, setCopied] = useState('')
  const { name = '', token = '' } = shown ?? {}
  const copy = async () => {
    await navigator.clipboard.writeText(token)
    setCopied(token)
  }
  return (
    <Modal opened={shown !== undefined} onClose={close} title={fill(texts.created, { name })}>
      <Stack>
        <TextInput
          label={texts.once}
          value={token}
          readOnly
          ff="monospace"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end">
          <Button onClick={() => void copy()}>
            {token && copied === token ? common.copied : common.copy}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type NewKeyProps = { close: () => void; show: (key: ShownOnce) => void }

function NewKey({ close, show }: NewKeyProps) {
  const { texts, fill } = usePage('keys')
  const form = useForm({ name: '', rating: 'pg-13', rate: '0', blocked: '' })
  const { name, rating, rate, blocked } = form.values
  const create = useChange({
    list: 'keys',
    async write(input: { name: string; rate: number; rating: Rating; blocked: string }) {
      const created = await client.createKey(input)
      if (created) show(created)
    },
    message: (input) => fill(texts.created, { name: input.name }),
    done: close,
  })
  return (
    <FormDialog
      close={close}
      title={texts.add}
      form={form}
      fields={useKeyFields(name, blocked)}
      go={texts.add}
      isBusy={create.isPending}
      submit={() =>
        create.mutate({ name: name.trim(), rate: Number(rate) || 0, rating: rating as Rating, blocked })
      }
    />
  )
}

function useKeyFields(name: string, blocked: string): Field[] {
  const { texts } = usePage('keys')
  return [
    {
      name: 'name',
      label: texts.name,
      description: texts.nameHint,
      maxLength: 100,
      problem: !name.trim() && texts.nameNeeded,
      isFirst: true,
    },
    { name: 'rating', label: texts.rating, options: CHOSEN_RATING_OPTIONS },
    { name: 'rate', type: 'number', label: texts.rate, description: texts.rateHint, min: 0, max: 100_000 },
    {
      name: 'blocked',
      label: texts.blocked,
      description: texts.blockedHint,
      maxLength: 20_000,
      problem: !v.is(BlockList, blocked) && texts.blockedWrong,
    },
  ]
}

import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { BlockList } from '../../../shared/calls/site-fields.ts'
import { CHOSEN_RATINGS, type Rating } from '../../../shared/schema/choices.ts'
import type { KeySchema } from '../../../shared/schema/own/people.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Usage, usageOf } from '../keys/usage.tsx'
import { Ask } from '../parts/ask.tsx'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { sortingOf } from '../parts/sorting.ts'
import { useChange } from '../parts/use-change.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

type Row = v.InferOutput<typeof KeySchema>

const FILTERS = { sort: 'since', order: 'desc', page: '1' }

/** Entries of a block list in its row; the others are in its title. */
const BLOCKED_SHOWN = 6

const levelOf = ({ rating }: Row) => (CHOSEN_RATINGS as readonly string[]).indexOf(rating)

/** What the list is sorted by: the call gives all keys at once. */
const SORTS = {
  name: (a: Row, b: Row) => a.name.localeCompare(b.name),
  rating: (a: Row, b: Row) => levelOf(a) - levelOf(b),
  // No limit is more than any.
  rate: (a: Row, b: Row) => (a.rate || Infinity) - (b.rate || Infinity) || 0,
  usage: (a: Row, b: Row) => usageOf(a).requests - usageOf(b).requests,
  since: (a: Row, b: Row) => a.created_at.localeCompare(b.created_at),
} as const
type Sort = keyof typeof SORTS
const isSort = (text: string): text is Sort => text in SORTS

/** `/admin/keys`: partners' keys; a new one is shown once. */
export default function KeysPage() {
  const { common, keys: texts } = useAdmin().texts
  const { filters, change } = useFilters(FILTERS)
  const by = isSort(filters.sort) ? filters.sort : 'since'
  const sorting = sortingOf(by, filters.order, change)
  const [isAdding, setAdding] = useState(false)
  const [given, setGiven] = useState<{ name: string; token: string }>()
  const [ending, setEnding] = useState<Row>()
  const remove = useChange({
    of: 'keys',
    write: ({ id }: Row) => client.deleteKey({ id }),
    said: ({ name }) => interpolate(texts.removeDone, { name }),
    done: () => setEnding(undefined),
  })
  const columns: Column<Row>[] = [
    { title: texts.name, cell: ({ name }) => <bdi>{name}</bdi>, width: '22%', sort: 'name' },
    { title: texts.rating, cell: ({ rating }) => rating.toUpperCase(), sort: 'rating' },
    { title: texts.rate, cell: ({ rate }) => (rate === 0 ? texts.noRate : rate), end: true, sort: 'rate' },
    { title: texts.blocked, cell: (row) => <Blocked row={row} /> },
    { title: texts.usage, cell: (row) => <Usage row={row} />, end: true, sort: 'usage' },
    { title: texts.since, cell: ({ created_at }) => <When at={created_at} />, width: '200px', sort: 'since' },
    {
      title: common.actions,
      end: true,
      cell: (row) => (
        <Button variant="default" size="xs" onClick={() => setEnding(row)}>
          {texts.remove}
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => setAdding(true)}>{texts.add}</Button>
      </PageTop>
      <search className="admin-filters">
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <List
        of={['keys', by, sorting.order]}
        read={(page, signal) => readKeys({ ...page, ...sorting }, signal)}
        columns={columns}
        keyOf={({ id }) => id}
        label={texts.title}
        empty={texts.empty}
        sorting={sorting}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      {isAdding && <NewKey close={() => setAdding(false)} give={setGiven} />}
      <Ask
        isOpen={ending !== undefined}
        close={() => setEnding(undefined)}
        title={interpolate(texts.removeTitle, { name: ending?.name ?? '' })}
        go={texts.remove}
        danger
        isBusy={remove.isPending}
        submit={() => ending && remove.mutate(ending)}
      >
        {texts.removeText}
      </Ask>
      <Modal
        opened={given !== undefined}
        onClose={() => setGiven(undefined)}
        title={interpolate(texts.created, { name: given?.name ?? '' })}
      >
        <Secret token={given?.token ?? ''} />
      </Modal>
    </>
  )
}

function Blocked({ row: { blocked } }: { row: Row }) {
  const texts = useAdmin().texts.keys
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

type Listed = { by: Sort; order: 'asc' | 'desc'; limit: number; offset: number }

async function readKeys({ by, order, limit, offset }: Listed, signal: AbortSignal) {
  const { results = [] } = (await client.keys({}, { signal })) ?? {}
  const sorted = results.toSorted(SORTS[by])
  const all = order === 'asc' ? sorted : sorted.toReversed()
  return { results: all.slice(offset, offset + limit), count: all.length }
}

function Secret({ token }: { token: string }) {
  const { common, keys: texts } = useAdmin().texts
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(token)
    setCopied(true)
  }
  return (
    <Stack>
      <TextInput
        label={texts.once}
        value={token}
        readOnly
        ff="monospace"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="flex-end">
        <Button onClick={() => void copy()}>{isCopied ? common.copied : common.copy}</Button>
      </Group>
    </Stack>
  )
}

type NewKeyProps = { close: () => void; give: (key: { name: string; token: string }) => void }

function NewKey({ close, give }: NewKeyProps) {
  const texts = useAdmin().texts.keys
  const [name, setName] = useState('')
  const [rate, setRate] = useState('0')
  const [rating, setRating] = useState<Rating>('pg-13')
  const [blocked, setBlocked] = useState('')
  const isFit = v.is(BlockList, blocked)
  const [isSent, setSent] = useState(false)
  const create = useChange({
    of: 'keys',
    async write(input: { name: string; rate: number; rating: Rating; blocked: string }) {
      const created = await client.createKey(input)
      if (created) give(created)
    },
    said: (input) => interpolate(texts.created, { name: input.name }),
    done: close,
  })
  const submit = () => {
    setSent(true)
    if (!name.trim() || !isFit) return
    create.mutate({ name: name.trim(), rate: Number(rate) || 0, rating, blocked })
  }
  return (
    <Ask isOpen close={close} title={texts.add} go={texts.add} isBusy={create.isPending} submit={submit}>
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          error={isSent && !name.trim() && texts.nameNeeded}
          data-autofocus
        />
        <NativeSelect
          label={texts.rating}
          value={rating}
          data={CHOSEN_RATINGS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={({ currentTarget }) => setRating(currentTarget.value as Rating)}
        />
        <TextInput
          label={texts.rate}
          description={texts.rateHint}
          type="number"
          min={0}
          max={100_000}
          value={rate}
          onChange={({ currentTarget }) => setRate(currentTarget.value)}
        />
        <TextInput
          label={texts.blocked}
          description={texts.blockedHint}
          value={blocked}
          onChange={({ currentTarget }) => setBlocked(currentTarget.value)}
          maxLength={20_000}
          error={isSent && !isFit && texts.blockedWrong}
        />
      </Stack>
    </Ask>
  )
}

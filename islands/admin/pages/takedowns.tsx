import { Badge, Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type * as v from 'valibot'
import type { TakedownSchema } from '../../../shared/schema/own/people.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { gifIdsOf } from '../parts/gif-ids.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { BY_TIME, timeSorting } from '../parts/sorting.ts'
import { useChange } from '../parts/use-change.ts'
import { When, whenText } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

type Row = v.InferOutput<typeof TakedownSchema>

const FILTERS = { order: 'desc', page: '1' }

/** `/admin/takedowns`: what was taken down, why, and the way back; a site elsewhere keeps that to itself. */
export default function TakedownsPage() {
  const { texts: all, language, hasOwnCalls } = useAdmin()
  const { common, takedowns: texts } = all
  const { filters, change } = useFilters(FILTERS)
  const sorting = timeSorting(filters.order, change)
  const [isAdding, setAdding] = useState(false)
  const [back, setBack] = useState<Row>()
  const [why, setWhy] = useState('')
  const restore = useChange({
    of: 'takedowns',
    write: ({ id }: Row) => client.restoreTakedown({ id: String(id), ...(why && { reason: why }) }),
    said: ({ gif_id }) => interpolate(texts.restoreDone, { id: gif_id }),
    done: () => setBack(undefined),
  })
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ created_at }) => <When at={created_at} />, width: '190px', sort: BY_TIME },
    {
      title: texts.item,
      cell: ({ gif_id }) => (
        <>
          <code>{gif_id}</code>
          <br />
          <a href={`/admin/audit?target=${encodeURIComponent(`gif/${gif_id}`)}`}>{texts.trail}</a>
        </>
      ),
    },
    {
      title: common.reason,
      cell: ({ reason, note }) => (
        <>
          <bdi>{reason}</bdi>
          {note && <bdi className="admin-soft"> · {note}</bdi>}
        </>
      ),
      width: '34%',
    },
    { title: common.who, cell: ({ actor }) => <bdi>{actor}</bdi> },
    {
      title: common.state,
      cell: (row) =>
        row.restored_at ? (
          <Badge variant="light" color="gray" tt="none" className="admin-badge">
            {interpolate(texts.restored, { when: whenText(row.restored_at, language) })}
          </Badge>
        ) : (
          <Button variant="default" size="xs" onClick={() => setBack(row)}>
            {texts.restore}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => setAdding(true)}>{texts.add}</Button>
      </PageTop>
      {!hasOwnCalls && <p className="admin-card admin-state">{texts.elsewhere}</p>}
      {hasOwnCalls && (
        <>
          <search className="admin-filters">
            <SortSelect sorting={sorting} columns={columns} />
          </search>
          <List
            of={['takedowns', sorting.order]}
            read={(page, signal) => client.takedowns({ ...page, order: sorting.order }, { signal })}
            columns={columns}
            keyOf={({ id }) => id}
            label={texts.title}
            empty={texts.empty}
            sorting={sorting}
            page={Number(filters.page)}
            turn={(page) => change({ page: String(page) })}
          />
        </>
      )}
      {isAdding && <NewTakedown close={() => setAdding(false)} />}
      <Ask
        isOpen={back !== undefined}
        close={() => setBack(undefined)}
        title={interpolate(texts.restoreTitle, { id: back?.gif_id ?? '' })}
        go={texts.restore}
        isBusy={restore.isPending}
        submit={() => back && restore.mutate(back)}
      >
        <Stack>
          {texts.restoreText}
          <TextInput
            label={common.reason}
            value={why}
            maxLength={500}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            data-autofocus
          />
        </Stack>
      </Ask>
    </>
  )
}

function NewTakedown({ close }: { close: () => void }) {
  const { common, takedowns: texts } = useAdmin().texts
  const [items, setItems] = useState('')
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isMailed, setMailed] = useState(false)
  const [isSent, setSent] = useState(false)
  const { ids, wrongLine } = gifIdsOf(items)
  const takeDown = useChange({
    of: 'takedowns',
    write: (takedowns: { gif_id: string; reason: string }[]) =>
      client.takedown({ takedowns, send_email: isMailed, ...(note && { note }) }),
    said: ({ length }) => interpolate(texts.done, { count: length }),
    done: close,
  })
  const itemsProblem = wrongLine
    ? interpolate(texts.itemsWrong, { line: wrongLine })
    : ids.length === 0 && texts.itemsNeeded
  const submit = () => {
    setSent(true)
    if (!itemsProblem && reason.trim())
      takeDown.mutate(ids.map((gif_id) => ({ gif_id, reason: reason.trim() })))
  }
  return (
    <Ask
      isOpen
      close={close}
      title={texts.add}
      go={ids.length === 0 ? texts.add : interpolate(texts.confirm, { count: ids.length })}
      danger
      isBusy={takeDown.isPending}
      submit={submit}
    >
      <Stack>
        <Textarea
          label={texts.items}
          description={texts.itemsHint}
          rows={4}
          value={items}
          onChange={({ currentTarget }) => setItems(currentTarget.value)}
          error={isSent && itemsProblem}
          data-autofocus
        />
        <TextInput
          label={common.reason}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={isSent && !reason.trim() && texts.reasonNeeded}
        />
        <Textarea
          label={common.note}
          description={common.noteHint}
          value={note}
          maxLength={2000}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Checkbox
          label={texts.mail}
          checked={isMailed}
          onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
        />
      </Stack>
    </Ask>
  )
}

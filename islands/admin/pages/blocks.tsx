import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { BLOCK_KINDS, type OwnBlockRow } from '../../../shared/schema/own/channels.ts'
import { client, isAbout, useChange, usePage } from '../admin.tsx'
import { useActs } from '../listings/acts.ts'
import { BlockForm } from '../listings/block-form.tsx'
import { BLOCKS, deletionOf } from '../listings/blocks.ts'
import { RowButton } from '../parts/elements.tsx'
import { optionsOf } from '../parts/form.tsx'
import { type Column, ListPage, timeColumn } from '../parts/list.tsx'

const FILTERS = { kind: ['', ...BLOCK_KINDS] } as const

type Asked = { kind?: string; order?: 'asc' | 'desc'; limit: number; offset: number }

/** The call gives all of them at once, the latest changed first. */
async function readBlocks({ kind, order, limit, offset }: Asked, reading: { signal: AbortSignal }) {
  const { results = [] } = (await client.contentBlocks({}, reading)) ?? {}
  const found = results.filter((row) => !kind || row.kind === kind)
  const all = order === 'asc' ? found.toReversed() : found
  return { results: all.slice(offset, offset + limit), count: all.length }
}

/** What is open: a block, or a new one. */
type Open = { row?: OwnBlockRow }

/** `/admin/blocks`: the parts of pages that staff fill. */
export default function BlocksPage() {
  const { common, texts } = usePage('blocks')
  const [open, show] = useState<Open>()
  const kinds = optionsOf(BLOCK_KINDS, texts)
  return (
    <ListPage
      page="blocks"
      action={<Button onClick={() => show({})}>{texts.add}</Button>}
      filters={FILTERS}
      fields={[{ name: 'kind', label: texts.kind, options: [{ value: '', label: common.all }, ...kinds] }]}
      read={readBlocks}
      open={(row) => show({ row })}
      columns={useColumns(show)}
    >
      {open && <BlockForm {...open} close={() => show(undefined)} />}
    </ListPage>
  )
}

function useColumns(show: (open: Open) => void): Column<OwnBlockRow>[] {
  const { common, texts, fill, numberOf } = usePage('blocks')
  const change = useChange(useActs(BLOCKS, (error) => (isAbout(error, 'items') ? texts.itemGone : undefined)))
  const remove = (row: OwnBlockRow) =>
    change.mutate(deletionOf(row, fill(texts.removed, { name: row.token })))
  const countOf = ({ kind, item_count }: OwnBlockRow) => (kind === 'text' ? '' : numberOf(item_count))
  const actions = (row: OwnBlockRow) => (
    <Group gap="xs">
      <RowButton text={common.edit} name={row.token} press={() => show({ row })} />
      <RowButton text={common.delete} name={row.token} press={() => remove(row)} />
    </Group>
  )
  return [
    { title: texts.token, cell: ({ token }) => <code>{token}</code>, width: '24%' },
    { title: texts.heading, cell: ({ title }) => title && <bdi>{title}</bdi>, width: '26%' },
    { title: texts.kind, cell: ({ kind }) => texts[kind] },
    { title: texts.count, cell: countOf, end: true },
    timeColumn(texts.changed, ({ updated_at }: OwnBlockRow) => updated_at),
    { title: common.actions, end: true, cell: actions },
  ]
}

import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { Ask } from '../parts/ask.tsx'
import { found } from './found.tsx'
import { ROOT, type TreeRow } from './tree-rows.ts'
import type { Place } from './use-move.ts'

/** The places that a channel can have from another, as the call names them. */
const PLACES = [
  { value: 'last-child', text: 'last' },
  { value: 'first-child', text: 'first' },
  { value: 'left', text: 'before' },
  { value: 'right', text: 'after' },
] as const

/** From the root there are two. */
const AT_ROOT = [
  { value: 'last-sibling', text: 'last' },
  { value: 'first-sibling', text: 'first' },
] as const

type Props = {
  channel: Channel
  /** What the tree shows: the channels to choose among until somebody searches. */
  rows: readonly TreeRow[]
  isBusy: boolean
  close: () => void
  move: (place: Place) => void
}

/** Moves a channel by keyboard: below, before or after another one, or to the root. */
export function MoveChannel({ channel, rows, isBusy, close, move }: Props) {
  const { common, channels: texts } = useAdmin().texts
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(ROOT)
  const [place, setPlace] = useState<string>('last-child')
  const term = search.trim()
  const { data } = useQuery({ ...found(term), enabled: term !== '' })
  const isBelow = ({ path }: TreeRow) => path.includes(channel.id)
  const inTree = rows
    .filter((row) => !isBelow(row))
    .map(({ channel: { id, display_name }, path }) => ({
      id,
      label: '\u2003'.repeat(path.length) + display_name,
    }))
  const listed = term ? (data ?? []).map(({ id, display_name }) => ({ id, label: display_name })) : inTree
  const others = listed.filter(({ id }) => id !== channel.id)
  // What was chosen may no longer be listed.
  const target = others.some(({ id }) => id === chosen) ? chosen : ROOT
  const places = target === ROOT ? AT_ROOT : PLACES
  const position = places.find(({ value }) => value === place)?.value ?? places[0].value
  return (
    <Ask
      isOpen
      close={close}
      title={interpolate(texts.moveTitle, { name: channel.display_name })}
      go={texts.moveGo}
      isBusy={isBusy}
      submit={() => move({ target, position })}
    >
      <Stack>
        <TextInput
          type="search"
          label={common.search}
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <NativeSelect
          label={texts.target}
          value={target}
          data={[{ value: ROOT, label: texts.top }, ...others.map(({ id, label }) => ({ value: id, label }))]}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label={texts.position}
          value={position}
          data={places.map(({ value, text }) => ({ value, label: texts[text] }))}
          onChange={({ currentTarget }) => setPlace(currentTarget.value)}
        />
      </Stack>
    </Ask>
  )
}

import { Button } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { own } from '../../../shared/own.ts'
import { useAdmin } from '../admin.tsx'
import { Failed, Loading, Notice } from './elements.tsx'
import type { useFound } from './pick-source.tsx'

type Props = {
  found: ReturnType<typeof useFound>
  chosen: readonly string[]
  toggle: (id: string) => void
  /** What Enter does. */
  take: () => void
  /** Whether something particular is looked for. */
  isFiltered: boolean
  /** The list, for who moves the focus to it. */
  list: RefObject<HTMLDivElement | null>
}

/** How far each key goes, in a list of `last + 1` items in rows of `columns`. */
const STEPS: Readonly<Record<string, (at: number, columns: number, last: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at, columns) => at + columns,
  ArrowUp: (at, columns) => at - columns,
  Home: () => 0,
  End: (_at, _columns, last) => last,
}

/** The items that are found: one stop of the Tab key, arrows within, Space chooses, Enter takes what is chosen. */
export function PickGrid({ found, chosen, toggle, take, isFiltered, list }: Props) {
  const { common, library } = useAdmin().texts
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const [current, setCurrent] = useState('')
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  const items = [...new Map(data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  if (items.length === 0)
    return <Notice isWithin textRole="status" text={isFiltered ? common.noMatch : library.empty} />
  const stop = items.some(({ id }) => id === current) ? current : items[0]?.id
  const press = (event: KeyboardEvent, id: string, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const step = own(STEPS, event.key)
    if (event.key === ' ') toggle(id)
    else if (event.key === 'Enter') take()
    else if (step) {
      const to = step(at, columnsOf(options), options.length - 1)
      if (to >= options.length && hasNextPage) void fetchNextPage()
      options[to]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div className="admin-pick-found">
      <div role="listbox" aria-multiselectable="true" aria-label={library.title} ref={list}>
        {items.map(({ id, title, picture }, at) => (
          <div
            key={id}
            role="option"
            aria-selected={chosen.includes(id)}
            data-n={chosen.indexOf(id) + 1 || undefined}
            tabIndex={id === stop ? 0 : -1}
            onFocus={() => setCurrent(id)}
            onClick={() => toggle(id)}
            onKeyDown={(event) => press(event, id, at)}
          >
            {picture}
            <bdi>{title}</bdi>
          </div>
        ))}
      </div>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  )
}

/** How many items a row has, as they are laid out. */
function columnsOf(options: readonly HTMLElement[]): number {
  const next = options.findIndex(({ offsetTop }) => offsetTop !== options[0]?.offsetTop)
  return next === -1 ? options.length : next
}

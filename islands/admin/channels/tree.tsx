import { Badge, Loader, Skeleton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useAdmin } from '../admin-context.ts'
import { Failed } from '../parts/list.tsx'
import { ROOT, type Step, stepOf, type TreeRow } from './tree-rows.ts'
import { useDrag } from './use-drag.ts'
import type { Place } from './use-move.ts'
import type { ChannelTree } from './use-tree.ts'

type Props = {
  tree: ChannelTree
  selected: string
  select: (id: string) => void
  drop: (row: TreeRow, place: Place) => void
}

/** The tree of channels: one stop of the Tab key, arrow keys within (`stepOf`), rows that a mouse drags. */
export function Tree({ tree, selected, select, drop }: Props) {
  const { channels: texts } = useAdmin().texts
  const { rows, isWaiting, failed, toggle } = tree
  const [current, setCurrent] = useState(selected)
  const list = useRef<HTMLDivElement>(null)
  const drag = useDrag(drop)
  if (isWaiting(ROOT)) return <Waiting />
  const retry = <Failed error={failed?.error} retry={() => void failed?.refetch()} />
  if (rows.length === 0) return failed ? retry : <div className="admin-state">{texts.empty}</div>

  const has = (id: string) => rows.some(({ channel }) => channel.id === id)
  const stop = [current, selected].find(has) ?? rows[0]?.channel.id
  const acts: Record<Step['does'], (id: string) => void> = {
    go: (id) => list.current?.querySelector<HTMLElement>(`[data-channel="${CSS.escape(id)}"]`)?.focus(),
    open: (id) => toggle(id, true),
    close: (id) => toggle(id, false),
    select,
  }
  const press = (event: KeyboardEvent, id: string) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepOf(rows, id, event.key)
    if (!step) return
    event.preventDefault()
    acts[step.does](step.id)
  }
  return (
    <>
      <div className="admin-tree" role="tree" aria-label={texts.tree} ref={list}>
        {rows.map((row) => (
          <div
            key={row.channel.id}
            role="treeitem"
            aria-level={row.path.length + 1}
            aria-posinset={row.at}
            aria-setsize={row.of}
            aria-selected={row.channel.id === selected}
            aria-expanded={row.channel.has_children ? row.isOpen : undefined}
            tabIndex={row.channel.id === stop ? 0 : -1}
            data-channel={row.channel.id}
            style={{ paddingInlineStart: 8 + 20 * row.path.length }}
            onFocus={() => setCurrent(row.channel.id)}
            onKeyDown={(event) => press(event, row.channel.id)}
            onClick={() => select(row.channel.id)}
            {...drag(row)}
          >
            <Twist row={row} isWaiting={row.isOpen && isWaiting(row.channel.id)} toggle={toggle} />
            <bdi>{row.channel.display_name}</bdi>
            {!row.channel.is_visible && <Hidden />}
          </div>
        ))}
      </div>
      {failed && retry}
    </>
  )
}

type TwistProps = { row: TreeRow; isWaiting: boolean; toggle: ChannelTree['toggle'] }

/** The mark that opens a row with a mouse; a keyboard has its arrows. */
function Twist({ row: { channel, isOpen }, isWaiting, toggle }: TwistProps) {
  if (isWaiting) return <Loader size={14} mx={5} aria-hidden="true" />
  return (
    <span
      className="admin-twist"
      aria-hidden="true"
      onClick={(event) => {
        if (!channel.has_children) return
        event.stopPropagation()
        toggle(channel.id, !isOpen)
      }}
    >
      {channel.has_children && (isOpen ? '▾' : '▸')}
    </span>
  )
}

/** Says that visitors do not see a channel. */
export function Hidden() {
  return (
    <Badge variant="light" color="gray" tt="none">
      {useAdmin().texts.channels.hidden}
    </Badge>
  )
}

const ROWS = Array.from({ length: 6 }, (_, n) => n)

/** Grey rows. */
export function Waiting() {
  const { common } = useAdmin().texts
  return (
    <div className="admin-tree" role="status" aria-label={common.loading}>
      {ROWS.map((n) => (
        <Skeleton key={n} height={18} my={12} mx={12} width="70%" />
      ))}
    </div>
  )
}

import { Loader, Skeleton, TextInput } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAdmin, usePage } from '../admin.tsx'
import { Failed, GREY_ROWS, Notice, StateBadge } from '../parts/elements.tsx'
import { below, type ChannelPosition, found, pathTo, useMove } from './channels.ts'
import { ROOT_CHANNEL, rowsOf, stepOf, type TreeRow, type TreeStep } from './tree-rows.ts'

type Word = 'left' | 'right' | 'first-child' | 'last-child'

/** The part of a row's height, at its upper and lower end, that means the place before and after it. */
const EDGE = 0.28

function wordAt({ clientY, currentTarget }: DragEvent, { isOpen }: TreeRow): Word {
  const { top, height } = currentTarget.getBoundingClientRect()
  const part = (clientY - top) / height
  if (part < EDGE) return 'left'
  if (part < 1 - EDGE) return 'last-child'
  // Below an open row is its first child.
  return isOpen ? 'first-child' : 'right'
}

/** Rows that a mouse drags: before, after or below another. A keyboard has the dialog (`MoveChannel`). */
function useDrag(drop: (row: TreeRow, to: ChannelPosition) => void) {
  const [dragged, setDragged] = useState<TreeRow>()
  const [over, setOver] = useState<{ id: string; word: Word }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (row: TreeRow) => {
    const { id } = row.channel
    const isPlace = dragged && id !== dragged.channel.id && !row.path.includes(dragged.channel.id)
    return {
      draggable: true,
      'data-over': over?.id === id ? over.word : undefined,
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
        dataTransfer.setData('text/plain', row.channel.display_name)
        setDragged(row)
      },
      onDragOver(event: DragEvent) {
        if (!isPlace) return
        event.preventDefault()
        const word = wordAt(event, row)
        if (over?.id !== id || over.word !== word) setOver({ id, word })
      },
      onDragLeave: () => setOver((was) => (was?.id === id ? undefined : was)),
      onDrop(event: DragEvent) {
        event.preventDefault()
        if (isPlace) drop(dragged, { target: id, position: wordAt(event, row) })
        end()
      },
      onDragEnd: end,
    }
  }
}

/** The tree with what is open, each read when it opens; the selected channel comes into sight. @param moved after a move */
export function useTree(selected: string, moved: () => void) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([ROOT_CHANNEL]))
  const ids = [...open]
  const lists = useQueries({ queries: ids.map(below) })
  const { data: path } = useQuery({ ...pathTo(selected), enabled: selected !== '' })
  // What was closed since the channel was selected stays closed, when its path comes late.
  const closed = useRef(new Set<string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection begins again
  useEffect(() => closed.current.clear(), [selected])
  useEffect(() => {
    if (path) setOpen((before) => new Set([...before, ...path.filter((id) => !closed.current.has(id))]))
  }, [path])

  const toggle = (id: string, isOpen: boolean) => {
    if (!isOpen) closed.current.add(id)
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((each) => each !== id)))
  }
  // Opened after the move, as a list that is read before it would lack the channel.
  const opens = useRef<string>(undefined)
  const { move, isPending } = useMove(() => {
    moved()
    if (opens.current) toggle(opens.current, true)
    opens.current = undefined
  })

  const rows = rowsOf(new Map(ids.map((id, n) => [id, lists[n]?.data])))
  const shown = new Set([
    ROOT_CHANNEL,
    ...rows.filter(({ isOpen }) => isOpen).map(({ channel }) => channel.id),
  ])
  const listOf = (id: string) => lists[ids.indexOf(id)]
  return {
    rows,
    isWaiting: (id: string) => listOf(id)?.isPending ?? false,
    failed: [...shown].map(listOf).find((list) => list?.error),
    toggle,
    move,
    isMoving: isPending,
    /** Moves a row, and opens where it was dropped. */
    drop({ channel }: TreeRow, to: ChannelPosition) {
      opens.current = to.position === 'last-child' ? to.target : undefined
      move(channel, to)
    },
  }
}

export type ChannelTree = ReturnType<typeof useTree>

type Props = { tree: ChannelTree; selected: string; select: (id: string) => void }

/** The row that is the stop of the Tab key, and what the other keys do (`stepOf`). */
function useTreeKeys({ tree: { rows, toggle }, selected, select }: Props) {
  const [current, setCurrent] = useState(selected)
  const list = useRef<HTMLDivElement>(null)
  const has = (id: string) => rows.some(({ channel }) => channel.id === id)
  const acts: Record<TreeStep['does'], (id: string) => void> = {
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
  return { list, stop: [current, selected].find(has) ?? rows[0]?.channel.id, setCurrent, press }
}

/** The tree of channels: one stop of the Tab key, arrow keys within, rows that a mouse drags. */
function Tree(props: Props) {
  const { tree, selected, select } = props
  const { texts } = usePage('channels')
  const { rows, isWaiting, failed, toggle, drop } = tree
  const { list, stop, setCurrent, press } = useTreeKeys(props)
  const drag = useDrag(drop)
  if (isWaiting(ROOT_CHANNEL)) return <Waiting />
  const retry = <Failed error={failed?.error} retry={() => failed?.refetch()} />
  if (rows.length === 0) return failed ? retry : <Notice isWithin text={texts.empty} />
  return (
    <>
      <div className="admin-tree" role="tree" aria-label={texts.tree} ref={list}>
        {rows.map((row) => (
          <div
            key={row.channel.id}
            role="treeitem"
            aria-level={row.path.length + 1}
            aria-posinset={row.at}
            aria-setsize={row.siblings}
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
const Hidden = () => <StateBadge>{useAdmin().texts.channels.hidden}</StateBadge>

function Waiting() {
  const { common } = useAdmin().texts
  return (
    <div className="admin-tree" role="status" aria-label={common.loading}>
      {GREY_ROWS.map((n) => (
        <Skeleton key={n} height={18} my={12} mx={12} width="70%" />
      ))}
    </div>
  )
}

/** What a search finds, in the place of the tree. */
function Found({ search, setSearch, selected, select }: Omit<SearchableProps, 'tree'>) {
  const { common, texts } = usePage('channels')
  const { data, error, refetch } = useQuery(found(search.trim()))
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Waiting />
  if (data.length === 0) {
    return (
      <Notice
        isWithin
        textRole="status"
        text={common.noMatch}
        act={common.clear}
        press={() => setSearch('')}
      />
    )
  }
  return (
    <ul className="admin-tree" aria-label={texts.found}>
      {data.map(({ id, display_name, is_visible, user }) => (
        <li key={id}>
          <button
            type="button"
            className="admin-found"
            aria-current={id === selected}
            onClick={() => select(id)}
          >
            <bdi>{display_name}</bdi>
            {user && <bdi className="admin-soft">@{user.username}</bdi>}
            {!is_visible && <Hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}

type SearchableProps = Props & { search: string; setSearch: (search: string) => void }

/** The tree, or what a search finds. */
export function SearchableTree({ search, setSearch, ...props }: SearchableProps) {
  const { common, texts } = usePage('channels')
  return (
    <section className="admin-card" aria-label={texts.tree}>
      <search>
        <TextInput
          type="search"
          label={common.search}
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </search>
      {search.trim() ? <Found {...{ search, setSearch }} {...props} /> : <Tree {...props} />}
    </section>
  )
}

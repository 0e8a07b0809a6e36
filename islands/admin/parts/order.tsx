import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useAdmin } from '../admin.tsx'
import { ItemLink, SmallButton } from './elements.tsx'

/** What a button of a row does. */
type Act = 'up' | 'down' | 'remove'

type OrderedProps = {
  /** `key` is the row's own, also after it has moved; `below` is under it. */
  rows: readonly { key: string; face: ReactNode; below?: ReactNode }[]
  /** The name of a row's button. */
  nameOf: (act: Act, at: number) => string
  /** Puts a row at another place; without it the order is not to be changed. */
  put: ((from: number, to: number) => void) | undefined
  /** Without it rows have no button that takes them out. */
  remove?: ((at: number) => void) | undefined
  /** More controls of a row. */
  more?: ((at: number) => ReactNode) | undefined
  /** Takes the focus when the last row was taken out. */
  emptied?: (() => void) | undefined
}

/** Rows in an order that buttons and a mouse change. */
export function Ordered({ rows, nameOf, put, remove, more, emptied }: OrderedProps) {
  const { texts, fill } = useAdmin()
  const keys = rows.map(({ key }) => key)
  const { list, message, say, focusNext } = useOrderFocus(keys)
  const go = (from: number, to: number) => {
    say(fill(texts.stories.moved, { n: to + 1, total: rows.length }))
    put?.(from, to)
  }
  const step = (at: number, by: 1 | -1) => {
    const to = at + by
    const isEdge = to === (by === 1 ? rows.length - 1 : 0)
    focusNext(`${(by === 1) !== isEdge ? 'down' : 'up'} ${keys[at]}`)
    go(at, to)
  }
  const takeOut = (at: number) => {
    const next = keys[at + 1] ?? keys[at - 1]
    if (next === undefined) emptied?.()
    else focusNext(`remove ${next}`)
    remove?.(at)
  }
  const drag = useDrag(keys, go)
  const stepsAt = (at: number) => [
    { act: 'up' as const, sign: '↑', isEnd: at === 0, press: () => step(at, -1) },
    { act: 'down' as const, sign: '↓', isEnd: at === rows.length - 1, press: () => step(at, 1) },
  ]
  const actsAt = (at: number) => [
    ...(put ? stepsAt(at) : []),
    ...(remove ? [{ act: 'remove' as const, sign: '✕', isEnd: false, press: () => takeOut(at) }] : []),
  ]
  return (
    <>
      <ol ref={list} className="admin-order-rows">
        {rows.map(({ key, face, below }, at) => (
          <li key={key} {...(put && drag(key, at))}>
            {face}
            <div className="admin-actions">
              {more?.(at)}
              {actsAt(at).map(({ act, sign, isEnd, press }) => (
                <SmallButton
                  key={act}
                  disabled={isEnd}
                  data-go={`${act} ${key}`}
                  aria-label={nameOf(act, at)}
                  onClick={press}
                >
                  {sign}
                </SmallButton>
              ))}
            </div>
            {below}
          </li>
        ))}
      </ol>
      <p className="admin-soft" role="status">
        {message}
      </p>
    </>
  )
}

/** A list in which one entry has gone to another place. */
export const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

type ItemsProps = Pick<OrderedProps, 'emptied'> & {
  /** Items in their order. */
  ids: readonly string[]
  /** Undefined where their order is not to be changed. */
  change: ((ids: string[]) => void) | undefined
  /** What is shown of an item: by default its picture and title. */
  face?: (id: string) => ReactNode
  /** More controls of a row. */
  more?: (id: string, at: number) => ReactNode
  /** Rows are not taken out here. */
  isKept?: boolean
}

const NAMES = { up: 'up', down: 'down', remove: 'removeGif' } as const

/** Items in an order that buttons and a mouse change. */
export function OrderedItems({ ids, change, face, more, isKept = false, emptied }: ItemsProps) {
  const { texts, fill } = useAdmin()
  return (
    <Ordered
      rows={ids.map((id) => ({ key: id, face: face?.(id) ?? <ItemLink id={id} /> }))}
      nameOf={(act, at) => fill(texts.stories[NAMES[act]], { n: at + 1 })}
      put={change && ((from, to) => change(moved(ids, from, to)))}
      remove={isKept ? undefined : (at) => change?.(ids.toSpliced(at, 1))}
      more={more && ((at) => more(ids[at] ?? '', at))}
      emptied={emptied}
    />
  )
}

/** Keeps the focus on what was pressed while rows move, and says where a row is now. */
function useOrderFocus(keys: readonly string[]) {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef('')
  const [message, say] = useState('')
  const order = keys.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the new order are there only then
  useEffect(() => {
    if (next.current)
      list.current?.querySelector<HTMLElement>(`[data-go="${CSS.escape(next.current)}"]`)?.focus()
    next.current = ''
  }, [order])
  const focusNext = (name: string) => {
    next.current = name
  }
  return { list, message, say, focusNext }
}

/** Rows that a mouse drags: one comes to the place of the row that it is dropped on. Those below a row are not its own. */
function useDrag(keys: readonly string[], put: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const from = dragged === undefined ? -1 : keys.indexOf(dragged)
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (key: string, at: number) => ({
    draggable: true,
    'data-over': from >= 0 && from !== at && over === key ? (from < at ? 'after' : 'before') : undefined,
    onDragStart(event: DragEvent) {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      // Firefox drags nothing without data.
      event.dataTransfer.setData('text/plain', key)
      setDragged(key)
    },
    onDragOver(event: DragEvent) {
      if (from < 0 || from === at) return
      event.preventDefault()
      setOver(key)
    },
    onDragLeave: () => setOver((was) => (was === key ? undefined : was)),
    onDrop(event: DragEvent) {
      if (from < 0) return
      event.preventDefault()
      if (from !== at) put(from, at)
      end()
    },
    onDragEnd: end,
  })
}

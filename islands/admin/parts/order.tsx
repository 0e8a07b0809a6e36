import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { usePage } from '../admin.tsx'
import { ItemLink, SmallButton } from './elements.tsx'

type Props = {
  /** Items in their order. */
  ids: readonly string[]
  change: (ids: string[]) => void
  /** What is shown of an item: by default its picture and title. */
  face?: (id: string) => ReactNode
  /** More controls of a row. */
  more?: (id: string, at: number) => ReactNode
  /** Rows have no button of ours that takes them out. */
  isKept?: boolean
  /** Takes the focus when the last row was taken out. */
  emptied?: () => void
}

/** Items in an order that buttons and a mouse change. */
export function OrderedItems({ ids, change, face, more, isKept = false, emptied }: Props) {
  const { texts, fill } = usePage('stories')
  const { list, message, say, focusNext } = useOrderFocus(ids)
  const put = (id: string, to: number) => {
    const rest = ids.filter((each) => each !== id)
    say(fill(texts.moved, { n: to + 1, total: ids.length }))
    change([...rest.slice(0, to), id, ...rest.slice(to)])
  }
  const step = (id: string, to: number, isDown: boolean) => {
    const isEdge = to === (isDown ? ids.length - 1 : 0)
    focusNext(isDown !== isEdge ? `down ${id}` : `up ${id}`)
    put(id, to)
  }
  const remove = (at: number) => {
    const rest = ids.filter((_, each) => each !== at)
    const next = rest[at] ?? rest.at(-1)
    if (next) focusNext(`remove ${next}`)
    else emptied?.()
    change(rest)
  }
  const drag = useDrag(ids, put)
  const acts = (id: string, at: number) => [
    { go: `up ${id}`, sign: '↑', name: texts.up, isEnd: at === 0, press: () => step(id, at - 1, false) },
    {
      go: `down ${id}`,
      sign: '↓',
      name: texts.down,
      isEnd: at === ids.length - 1,
      press: () => step(id, at + 1, true),
    },
    ...(isKept
      ? []
      : [{ go: `remove ${id}`, sign: '✕', name: texts.removeGif, isEnd: false, press: () => remove(at) }]),
  ]
  return (
    <>
      <ol ref={list}>
        {ids.map((id, at) => (
          <li key={id} {...drag(id, at)}>
            {face?.(id) ?? <ItemLink id={id} />}
            <div className="admin-actions">
              {more?.(id, at)}
              {acts(id, at).map(({ go, sign, name, isEnd, press }) => (
                <SmallButton
                  key={go}
                  disabled={isEnd}
                  data-go={go}
                  aria-label={fill(name, { n: at + 1 })}
                  onClick={press}
                >
                  {sign}
                </SmallButton>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <p className="admin-soft" role="status">
        {message}
      </p>
    </>
  )
}

/** Keeps the focus on what was pressed while rows move, and says where a row is now. */
function useOrderFocus(ids: readonly string[]) {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef('')
  const [message, say] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the new order are there only then
  useEffect(() => {
    if (next.current)
      list.current?.querySelector<HTMLElement>(`[data-go="${CSS.escape(next.current)}"]`)?.focus()
    next.current = ''
  }, [ids])
  const focusNext = (name: string) => {
    next.current = name
  }
  return { list, message, say, focusNext }
}

/** Rows that a mouse drags: one comes to the place of the row that it is dropped on. */
function useDrag(ids: readonly string[], put: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (id: string, at: number) => {
    const isPlace = dragged !== undefined && dragged !== id
    const from = dragged === undefined ? -1 : ids.indexOf(dragged)
    return {
      draggable: true,
      'data-over': isPlace && over === id ? (from < at ? 'after' : 'before') : undefined,
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
        dataTransfer.setData('text/plain', id)
        setDragged(id)
      },
      onDragOver(event: DragEvent) {
        if (!isPlace) return
        event.preventDefault()
        setOver(id)
      },
      onDragLeave: () => setOver((was) => (was === id ? undefined : was)),
      onDrop(event: DragEvent) {
        event.preventDefault()
        if (isPlace) put(dragged, at)
        end()
      },
      onDragEnd: end,
    }
  }
}

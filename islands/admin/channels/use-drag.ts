import { type DragEvent, useState } from 'react'
import type { ChannelPosition } from './channels.ts'
import type { TreeRow } from './tree-rows.ts'

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
export function useDrag(drop: (row: TreeRow, to: ChannelPosition) => void) {
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

import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { below, pathTo } from './read-channels.ts'
import { ROOT, rowsOf } from './tree-rows.ts'

/** The tree as it stands open: what is below a channel is read when it opens. The selected channel comes into sight. */
export function useTree(selected: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([ROOT]))
  const ids = [...open]
  const lists = useQueries({ queries: ids.map(below) })
  const { data: path } = useQuery({ ...pathTo(selected), enabled: selected !== '' })
  // What was closed since the channel was selected stays closed, when its path comes late.
  const closed = useRef(new Set<string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection begins anew
  useEffect(() => closed.current.clear(), [selected])
  useEffect(() => {
    if (path) setOpen((before) => new Set([...before, ...path.filter((id) => !closed.current.has(id))]))
  }, [path])

  const rows = rowsOf(new Map(ids.map((id, n) => [id, lists[n]?.data])))
  const shown = new Set([ROOT, ...rows.filter(({ isOpen }) => isOpen).map(({ channel }) => channel.id)])
  const listOf = (id: string) => lists[ids.indexOf(id)]
  return {
    rows,
    isWaiting: (id: string) => listOf(id)?.isPending ?? false,
    failed: [...shown].map(listOf).find((list) => list?.error),
    toggle(id: string, isOpen: boolean) {
      if (!isOpen) closed.current.add(id)
      setOpen((before) =>
        isOpen ? new Set([...before, id]) : new Set([...before].filter((each) => each !== id)),
      )
    },
  }
}

export type ChannelTree = ReturnType<typeof useTree>

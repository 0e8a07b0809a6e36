import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { below, pathTo } from './read-channels.ts'
import { ROOT, rowsOf } from './tree-rows.ts'

/** The tree as it stands open: what is below a channel is read when it opens. The selected channel comes into sight. */
export function useTree(selected: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([ROOT]))
  const ids = [...open]
  const lists = useQueries({ queries: ids.map(below) })
  const { data: path } = useQuery({ ...pathTo(selected), enabled: selected !== '' })
  useEffect(() => {
    if (path) setOpen((before) => new Set([...before, ...path]))
  }, [path])

  const rows = rowsOf(new Map(ids.map((id, n) => [id, lists[n]?.data])))
  const shown = new Set([ROOT, ...rows.filter(({ isOpen }) => isOpen).map(({ channel }) => channel.id)])
  const listOf = (id: string) => lists[ids.indexOf(id)]
  return {
    rows,
    isWaiting: (id: string) => listOf(id)?.isPending ?? false,
    failed: [...shown].map(listOf).find((list) => list?.error),
    toggle: (id: string, isOpen: boolean) =>
      setOpen((before) =>
        isOpen ? new Set([...before, id]) : new Set([...before].filter((each) => each !== id)),
      ),
  }
}

export type ChannelTree = ReturnType<typeof useTree>

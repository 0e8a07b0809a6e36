import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { usePage } from '../admin.ts'
import { failureText, useSay } from '../parts/calls.tsx'
import { type Fields, fieldsNow } from './bulk.ts'
import { writeFields } from './write-item.ts'

/** One item of a bulk, as it was seen, and what is changed of it. */
export type Job = { item: LibraryItem; fields: Fields }
export type Failure = { item: LibraryItem; text: string }

const backOf = ({ item, fields }: Job): Job => ({
  item: { ...item, ...fields },
  fields: fieldsNow(item, fields),
})

/**
 * Changes many items one after the other. One that fails does not end it; what was changed can be taken back.
 * @param ended gets the items that were not changed: those that have failed, and those behind a stop
 */
export function useBulk(ended: (left: LibraryItem[]) => void) {
  const { common, texts, fill } = usePage('library')
  const queries = useQueryClient()
  const say = useSay()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const isStopped = useRef(false)

  async function run(jobs: readonly Job[]): Promise<void> {
    isStopped.current = false
    const failed: Failure[] = []
    const changed: Job[] = []
    setFailures([])
    for (const [done, job] of jobs.entries()) {
      if (isStopped.current) break
      setProgress({ done, total: jobs.length })
      try {
        await writeFields(job.item, job.fields)
        changed.push(job)
      } catch (error) {
        failed.push({ item: job.item, text: failureText(error, common) })
        setFailures([...failed])
      }
    }
    setProgress(undefined)
    const isChanged = new Set(changed.map(({ item }) => item.id))
    ended(jobs.map(({ item }) => item).filter(({ id }) => !isChanged.has(id)))
    await queries.invalidateQueries({ queryKey: ['library'] })
    if (changed.length === 0) return
    say({
      text: fill(texts.changed, { count: changed.length }),
      undo: () => void run(changed.map(backOf)),
    })
  }

  // What is left would be lost with the page.
  useWindowEvent('beforeunload', (event) => {
    if (progress) event.preventDefault()
  })

  const stop = () => {
    isStopped.current = true
  }
  return { progress, failures, run, stop }
}

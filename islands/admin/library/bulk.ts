import { useRef, useState } from 'react'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, failureText, statusOf, useGuard, usePage, useReread, useSay } from '../admin.tsx'

/** One write of a bulk: of an item as it was seen, with what takes it back where something does. */
export type Job = { item: LibraryItem; write: () => Promise<unknown>; back?: () => Promise<unknown> }
type Failure = { item: LibraryItem; text: string }
type Progress = { done: number; total: number }

/** Items that are selected at most. */
export const SELECTED_MAX = 5000
/** Items of one read of the library. */
const READ = 100

/** ms until a bulk goes on where there were too many requests, and how often it waits for one item. */
const PAUSE = { ms: 10_000, times: 12 } as const
const TOO_MANY = 429

async function patiently(write: () => Promise<unknown>, isStopped: () => boolean): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    try {
      await write()
      return
    } catch (error) {
      if (statusOf(error) !== TOO_MANY || waits >= PAUSE.times || isStopped()) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE.ms))
    }
  }
}

type Asked = Omit<NonNullable<Parameters<typeof client.allGifs>[0]>, 'limit' | 'offset'>

/** Does something with items one after the other, past failures; an undo takes it back. @param ended gets those that are left */
export function useBulk(ended: (left: readonly LibraryItem[]) => void) {
  const { common, texts, fill } = usePage('library')
  const reread = useReread()
  const say = useSay()
  const [progress, setProgress] = useState<Progress>()
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
        await patiently(job.write, () => isStopped.current)
        changed.push(job)
      } catch (error) {
        failed.push({ item: job.item, text: failureText(error, common) })
        setFailures([...failed])
      }
    }
    setProgress(undefined)
    ended(jobs.filter((job) => !changed.includes(job)).map(({ item }) => item))
    await reread('library')
    if (changed.length === 0) return
    const again = changed.flatMap(({ item, write, back }) =>
      back ? [{ item, write: back, back: write }] : [],
    )
    say({
      text: fill(texts.changed, { count: changed.length }),
      ...(again.length > 0 && { undo: () => void run(again) }),
    })
  }

  /** Reads all items that are asked for, up to `SELECTED_MAX`. */
  async function collect(asked: Asked): Promise<LibraryItem[]> {
    isStopped.current = false
    const items: LibraryItem[] = []
    try {
      while (!isStopped.current && items.length < SELECTED_MAX) {
        const page = await client.allGifs({ ...asked, limit: READ, offset: items.length })
        items.push(...(page?.results ?? []))
        if (!page || page.results.length < READ) break
        setProgress({ done: items.length, total: Math.min(page.count, SELECTED_MAX) })
      }
    } catch (error) {
      say({ text: failureText(error, common), isFailure: true })
    }
    setProgress(undefined)
    return items
  }

  // What is left would be lost with the page.
  useGuard(progress !== undefined)

  const stop = () => {
    isStopped.current = true
  }
  return { progress, failures, run, collect, stop }
}

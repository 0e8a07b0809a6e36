import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type * as v from 'valibot'
import type { BatchJobSchema } from '../../../shared/schema/site-records.ts'
import { client, useAdmin } from '../admin.ts'
import { failureText, statusOf, useSay } from '../parts/calls.tsx'
import type { Decision } from './decisions.ts'

export type Batch = v.InferOutput<typeof BatchJobSchema>

export type MadeDecision = { id: string; decision: Decision }

/** Writes one after the other for each item, and how many are not answered yet. */
function useOrder() {
  const [pending, setPending] = useState(0)
  const sent = useRef(new Map<string, Promise<void>>())
  async function inOrder(id: string, write: () => Promise<void>): Promise<void> {
    setPending((count) => count + 1)
    const written = (sent.current.get(id) ?? Promise.resolve()).then(write)
    sent.current.set(id, written)
    await written
    setPending((count) => count - 1)
  }
  // What is on its way would be lost with the page.
  useWindowEvent('beforeunload', (event) => {
    if (pending > 0) event.preventDefault()
  })
  return { pending, inOrder }
}

async function send(id: string, decision: Decision): Promise<void> {
  const [action, rating] = decision.split(':')
  await client.moderateGif({
    id,
    ...(action !== undefined && { action }),
    ...(rating !== undefined && { rating: rating as 'g' }),
  })
}

const GONE = new Set([404, 409, 410])

/**
 * The items of a batch that wait, and what was decided of the others. A decision shows the next item before its response is
 * there; one that fails brings its item back. What concerns one item is sent in its order.
 */
export function useQueue(batch: Batch) {
  const { texts: all, fill } = useAdmin()
  const { common, moderation } = all
  const [waiting, setWaiting] = useState(batch.waiting ?? batch.gif_ids)
  const [decided, setDecided] = useState<readonly MadeDecision[]>([])
  const { pending, inOrder } = useOrder()
  const say = useSay()
  const [current, next] = waiting
  const forget = (id: string) => setDecided((all) => all.filter((made) => made.id !== id))
  const tell = (text: string) => say({ text, isFailure: true })

  async function decide(decision: Decision): Promise<void> {
    if (!current) return
    setWaiting((ids) => ids.slice(1))
    setDecided((all) => [...all, { id: current, decision }])
    await inOrder(current, async () => {
      try {
        await send(current, decision)
      } catch (error) {
        forget(current)
        // Another moderator has it, or it is gone: it waits here no longer.
        if (GONE.has(statusOf(error) ?? 0)) return tell(fill(moderation.lost, { id: current }))
        setWaiting((ids) => [current, ...ids])
        tell(failureText(error, common))
      }
    })
  }

  async function undo(): Promise<void> {
    const last = decided.at(-1)
    if (!last) return
    forget(last.id)
    setWaiting((ids) => [last.id, ...ids])
    await inOrder(last.id, async () => {
      // A skipped item waits already, for another moderator: it may come again with the next batch.
      try {
        await client.moderateGif({ id: last.id, action: 'undo' })
      } catch (error) {
        setWaiting((ids) => ids.filter((id) => id !== last.id))
        setDecided((all) => [...all, last])
        tell(failureText(error, common))
      }
    })
  }

  return { current, next, decided, total: waiting.length + decided.length, pending, decide, undo }
}

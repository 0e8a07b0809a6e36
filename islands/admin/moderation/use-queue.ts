import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type * as v from 'valibot'
import { UpstreamError } from '../../../shared/errors.ts'
import type { BatchJobSchema } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { failureText } from '../parts/failure-text.ts'
import { useSay } from '../parts/messages.tsx'
import type { Decision } from './decisions.ts'

export type Batch = v.InferOutput<typeof BatchJobSchema>

export type Made = { id: string; decision: Decision }

/**
 * The items of a batch that wait, and what was decided of the others. A decision shows the next item before its response is
 * there; one that fails brings its item back. What concerns one item is sent in its order.
 */
export function useQueue(batch: Batch) {
  const { common, moderation } = useAdmin().texts
  const [waiting, setWaiting] = useState(batch.waiting ?? batch.gif_ids)
  const [decided, setDecided] = useState<readonly Made[]>([])
  const [pending, setPending] = useState(0)
  const sent = useRef(new Map<string, Promise<void>>())
  const say = useSay()
  const [current, next] = waiting

  async function inTurn(id: string, act: () => Promise<void>): Promise<void> {
    setPending((count) => count + 1)
    const turn = (sent.current.get(id) ?? Promise.resolve()).then(act)
    sent.current.set(id, turn)
    await turn
    setPending((count) => count - 1)
  }
  const forget = (id: string) => setDecided((all) => all.filter((made) => made.id !== id))
  const tell = (error: unknown) => say({ text: failureText(error, common), isFailure: true })

  async function decide(decision: Decision): Promise<void> {
    if (!current) return
    setWaiting((ids) => ids.slice(1))
    setDecided((all) => [...all, { id: current, decision }])
    await inTurn(current, async () => {
      try {
        const [action, rating] = decision.split(':')
        await client.moderateGif({
          id: current,
          ...(action !== undefined && { action }),
          ...(rating !== undefined && { rating: rating as 'g' }),
        })
      } catch (error) {
        forget(current)
        // Somebody else has it, or it is gone: it is no longer ours to decide.
        if (error instanceof UpstreamError && GONE.has(error.status ?? 0)) {
          return say({ text: interpolate(moderation.lost, { id: current }), isFailure: true })
        }
        setWaiting((ids) => [current, ...ids])
        tell(error)
      }
    })
  }

  async function undo(): Promise<void> {
    const last = decided.at(-1)
    if (!last) return
    forget(last.id)
    setWaiting((ids) => [last.id, ...ids])
    await inTurn(last.id, async () => {
      // A skipped item waits already, for somebody else: it is ours again with the next batch.
      try {
        await client.moderateGif({ id: last.id, action: 'undo' })
      } catch (error) {
        setWaiting((ids) => ids.filter((id) => id !== last.id))
        setDecided((all) => [...all, last])
        tell(error)
      }
    })
  }

  // What is on its way would be lost with the page.
  useWindowEvent('beforeunload', (event) => {
    if (pending > 0) event.preventDefault()
  })

  return { current, next, decided, total: waiting.length + decided.length, pending, decide, undo }
}

const GONE = new Set([404, 409, 410])

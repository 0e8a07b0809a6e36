import type * as v from 'valibot'
import type { ScheduledGifSchema } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { isoOf } from '../editorial/local-time.ts'
import { gateway } from '../gateway-client.ts'
import { useChange } from '../parts/use-change.ts'

/** An item that comes to the head of the trending list at its time. */
export type Entry = v.InferOutput<typeof ScheduledGifSchema>

/** An entry's key in a list: an item may be scheduled for several times. */
export const entryKey = ({ id, timestamp }: Entry): string => `${id} ${timestamp}`

type Page = { limit: number; offset: number; type: string }

/** A page of the schedule. */
export async function readEntries(page: Page, signal: AbortSignal) {
  const { results = [], count = 0 } = (await gateway.schedule(page, { signal })) ?? {}
  return { results: results.map((entry) => ({ ...entry, timestamp: isoOf(entry.timestamp) })), count }
}

/** Entries of a page, and how many the gateway skips at most. */
const PAGE = { limit: 100, maxOffset: 10_000 } as const

/**
 * The entries of a type before a time, in its order. The call has no field for a time, so all before it are read.
 * @param type `gif` or `sticker`
 */
export async function entriesBefore(end: Date, type: string, signal: AbortSignal): Promise<Entry[]> {
  const entries: Entry[] = []
  const isBefore = ({ timestamp }: Entry) => new Date(timestamp) < end
  while (entries.length <= PAGE.maxOffset) {
    const { results, count } = await readEntries({ limit: PAGE.limit, offset: entries.length, type }, signal)
    entries.push(...results)
    if (results.length === 0 || entries.length >= count || !results.every(isBefore)) break
  }
  return entries.filter(isBefore)
}

type Change = { entry: Entry; isBack: boolean }

/** Takes an entry out of the schedule; the message has the way back. */
export function useTakeOut(): (entry: Entry) => void {
  const { schedule: texts } = useAdmin().texts
  const change = useChange({
    of: 'schedule',
    async write({ entry: { timestamp, ...gif }, isBack }: Change) {
      const input = { gifs: [gif], timestamp }
      return isBack ? gateway.createSchedule(input) : gateway.deleteSchedule(input)
    },
    said: ({ entry: { id }, isBack }) => interpolate(isBack ? texts.back : texts.removed, { id }),
    undo: ({ entry, isBack }) => ({ entry, isBack: !isBack }),
  })
  return (entry) => change.mutate({ entry, isBack: false })
}

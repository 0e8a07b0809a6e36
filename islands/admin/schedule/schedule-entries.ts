import { usePage } from '../admin.ts'
import { gateway } from '../gateway-client.ts'
import { useChange } from '../parts/calls.tsx'
import type { RowOf } from '../parts/list.tsx'
import { isoOf } from '../parts/local-time.ts'

/** An item that comes to the head of the trending list at its time. */
export type ScheduleEntry = RowOf<typeof gateway.schedule>

/** An entry's key in a list: an item may be scheduled for several times. */
export const entryKey = ({ id, timestamp }: ScheduleEntry): string => `${id} ${timestamp}`

type SchedulePage = { limit: number; offset: number; type: string }

/** A page of the schedule. */
export async function readEntries(page: SchedulePage, reading: { signal: AbortSignal }) {
  const { results = [], count = 0 } = (await gateway.schedule(page, reading)) ?? {}
  return { results: results.map((entry) => ({ ...entry, timestamp: isoOf(entry.timestamp) })), count }
}

/** Entries of a page, and how many the gateway skips at most. */
const PAGE = { limit: 100, maxOffset: 10_000 } as const

/**
 * The entries of a type before a time, in its order. The call has no field for a time, so all before it are read.
 * @param type `gif` or `sticker`
 */
export async function entriesBefore(
  { end, type }: { end: Date; type: string },
  reading: { signal: AbortSignal },
): Promise<ScheduleEntry[]> {
  const entries: ScheduleEntry[] = []
  const isBefore = ({ timestamp }: ScheduleEntry) => new Date(timestamp) < end
  while (entries.length <= PAGE.maxOffset) {
    const { results, count } = await readEntries({ limit: PAGE.limit, offset: entries.length, type }, reading)
    entries.push(...results)
    if (results.length === 0 || entries.length >= count || !results.every(isBefore)) break
  }
  return entries.filter(isBefore)
}

type Change = { entry: ScheduleEntry; isBack: boolean }

/** Takes an entry out of the schedule; the message has the way back. */
export function useTakeOut(): (entry: ScheduleEntry) => void {
  const { texts, fill } = usePage('schedule')
  const change = useChange({
    list: 'schedule',
    async write({ entry: { timestamp, ...gif }, isBack }: Change) {
      const input = { gifs: [gif], timestamp }
      return isBack ? gateway.createSchedule(input) : gateway.deleteSchedule(input)
    },
    message: ({ entry: { id }, isBack }) => fill(isBack ? texts.back : texts.removed, { id }),
    undo: ({ entry, isBack }) => ({ entry, isBack: !isBack }),
  })
  return (entry) => change.mutate({ entry, isBack: false })
}

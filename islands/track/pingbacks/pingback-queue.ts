import { ANALYTICS_DEBOUNCE_MS, PINGBACK_BATCH } from '../../../shared/limits.ts'
import { SDK_HEADERS } from '../../../shared/net/headers.ts'
import type { PingbackEvent } from '../../../shared/schema/pingback.ts'

/** Sends the JSON text of one batch; a rejection means that it did not arrive. */
type PostBatch = (body: string) => Promise<unknown>

const MAX_WAITING = 200
const UTF_8 = new TextEncoder()

/**
 * Keeps pingbacks until there was a second of quiet (§9) and sends them in order, one request after the other. `flush`
 * sends everything at once: for a page that goes away. What fails twice is dropped, and so is what comes when 200 wait.
 */
export function pingbackQueue(post: PostBatch) {
  const waiting: PingbackEvent[] = []
  const failedOnce = new WeakSet<PingbackEvent>()
  let underWay = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = () => {
    clearTimeout(timer)
    if (waiting.length > 0) timer = setTimeout(sendInTurn, ANALYTICS_DEBOUNCE_MS)
  }

  /** How many events arrived. What did not and has another try is in front again. */
  const send = async (): Promise<number> => {
    const batch = takeBatch(waiting)
    underWay += batch.length
    try {
      await post(JSON.stringify({ events: batch }))
      return batch.length
    } catch {
      waiting.unshift(...batch.filter((event) => !failedOnce.has(event)))
      for (const event of batch) failedOnce.add(event)
      return 0
    } finally {
      underWay -= batch.length
    }
  }

  const sendInTurn = async () => {
    // What came while a batch is under way has had no second of quiet yet.
    let due = underWay > 0 ? 0 : waiting.length
    while (due > 0 && waiting.length > 0) {
      const arrived = await send()
      if (arrived === 0) break
      due -= arrived
    }
    later()
  }

  return {
    add(event: PingbackEvent) {
      if (waiting.length + underWay < MAX_WAITING) waiting.push(event)
      later()
    },
    flush() {
      while (waiting.length > 0) send().then(later)
    },
  }
}

/** Takes from the front as many events as one request may hold, at least one. */
function takeBatch(waiting: PingbackEvent[]): PingbackEvent[] {
  let bytes = 0
  const end = waiting.findIndex((event, index) => {
    bytes += UTF_8.encode(JSON.stringify(event)).length + 1
    return index === PINGBACK_BATCH.events || (index > 0 && bytes > PINGBACK_BATCH.bytes)
  })
  return waiting.splice(0, end < 0 ? waiting.length : end)
}

/**
 * Posts a batch to our own host (§7), or to another of our hosts. Kept alive, so that it arrives though the tab is closed; a
 * frame without an origin sends a preflight first. Cookies go to our own origin alone, so that events of our pages have
 * their `logged_in_user_id` (§3). Of the response only its status is read: whether to try again.
 */
export async function postPingbacks(body: string, host = ''): Promise<void> {
  const { status } = await fetch(`${host}/v2/pingback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...SDK_HEADERS },
    body,
    keepalive: true,
  })
  if (status >= 429) throw status
}

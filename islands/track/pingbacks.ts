import { ITEM_EVENT } from '../../shared/gif/tracking.ts'
import { ANALYTICS_DEBOUNCE_MS, PINGBACK_BATCH, PINGBACK_ID_LENGTH } from '../../shared/limits.ts'
import { SDK_HEADERS } from '../../shared/net/headers.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { type GifEvent, type GifTarget, onGifEvent } from '../dom/gif-events.ts'
import { attempt, firstTimes, onPageHide } from '../dom/page.ts'
import { hostOrigin } from '../host/host-port.ts'

const KEY = 'pingback-id'
const VALID = /^[A-Za-z0-9]{16}$/

/** The visit's id: 16 characters in session storage, or only in the result where storage is refused (§9). */
export function pingbackId(): string {
  // In a frame of another site the very name throws (`docs/measurements.md`, M8).
  const kept = attempt(() => sessionStorage.getItem(KEY))
  if (kept && VALID.test(kept)) return kept
  const fresh = freshId()
  attempt(() => sessionStorage.setItem(KEY, fresh))
  return fresh
}

const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH)), (byte) =>
    (byte % 36).toString(36),
  ).join('')

/** What tracking knows of a GIF: `payload` goes with pingbacks, `pixels` are its `bottle_data.tags`, `eventType` its list's. */
export type TrackedGif = {
  id: string
  payload: string
  pixels: readonly string[]
  eventType?: string | undefined
}

/** Tracks a page's GIFs by pingbacks with `attributes`: SEEN once per id, HOVER, CLICK (§4, §7); `user_id` is the visit's own. */
export function createGifTracker(
  add: (event: PingbackEvent) => void,
  attributes: Record<string, string> = {},
) {
  const isFirst = firstTimes()
  let visit: string | undefined

  /** Tracks one GIF and calls back with its events, until the target's signal ends it. */
  return function track(
    { id, payload, pixels, eventType = ITEM_EVENT }: TrackedGif,
    target: GifTarget,
    onEvent?: (event: GifEvent) => void,
  ): void {
    // Few GIFs have pixels: their code comes with those, early enough to be there when the GIF is seen.
    const loading = pixels.length > 0 && import('./pixels.ts').catch(() => undefined)
    onGifEvent(target, async (event) => {
      if (event === 'seen' && !isFirst(id)) return
      visit ??= pingbackId()
      add({
        ts: Date.now(),
        user_id: visit,
        action_type: event.toUpperCase() as Uppercase<GifEvent>,
        event_type: eventType,
        attributes: { ...attributes, position: JSON.stringify(target.area.getBoundingClientRect()) },
        analytics_response_payload: payload,
      })
      onEvent?.(event)
      if (event === 'seen' && loading) (await loading)?.injectPixels(pixels)
    })
  }
}

/** Sends the JSON text of one batch; a rejection means that it did not arrive. */
type PostBatch = (body: string) => Promise<unknown>

const MAX_WAITING = 200
const UTF_8 = new TextEncoder()

/** Sends pingbacks after a second of quiet (§9), in order; `flush` at once. What fails twice is dropped, or comes when 200 wait. */
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

/** The site whose page has our GIFs: the one that frames us, or the page itself where it sends to another host. */
function siteOf(host: string): { site?: string } {
  const site = host ? origin : parent === window ? undefined : hostOrigin(document)
  // Our own pages are no site that embeds us.
  return site && (host || site !== origin) ? { site } : {}
}

/** Posts the pingbacks of GIFs to our own host or to `host`; gives what tracks one (`createGifTracker`). */
export function startPingbacks(attributes: Record<string, string> = {}, host = '') {
  const queue = pingbackQueue((body) => postPingbacks(body, host))
  onPageHide(queue.flush)
  return createGifTracker(queue.add, { ...siteOf(host), ...attributes })
}

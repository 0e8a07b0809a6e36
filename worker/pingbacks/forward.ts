import { SDK_HEADERS } from '../../shared/net/sdk-headers.ts'
import type { Transport } from '../../shared/net/transport.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'

/** What the upstream takes in one request, as its own clients send it. */
export const BATCH = { events: 100, bytes: 64_000 } as const

const WAIT_MS = 10_000

/** A batch that was not taken; `retryAfter` (s) as the upstream asked, `isRate` when it comes too fast for it. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly retryAfter: number | undefined
  readonly isRate: boolean

  constructor(why: string, retryAfter?: number, isRate = false) {
    super(`The pingback upstream ${why}`)
    this.isRate = isRate
    this.retryAfter = Number.isFinite(retryAfter) ? retryAfter : undefined
  }
}

/** Sends one batch on (§7): the SDK's headers, our own key, and nothing of who sent it to us. @throws NotTaken */
export type Forward = (events: PingbackEvent[]) => Promise<void>

export const createForward =
  (transport: Transport, { base, key }: { base: string; key: string }): Forward =>
  async (events) => {
    const url = new URL(`${base}/v2/pingback`)
    if (key) url.searchParams.set('apikey', key)
    const request = new Request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...SDK_HEADERS },
      body: JSON.stringify({ events }),
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    const response = await transport(request).catch(() => {
      throw new NotTaken('could not be reached')
    })
    // The answer is not read.
    await response.body?.cancel()
    if (response.ok) return
    const asked = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    throw new NotTaken(`answered ${response.status}`, asked, response.status === 429)
  }

import type { Queue } from '@cloudflare/workers-types'
import { SDK_HEADERS } from '../shared/net/sdk-headers.ts'
import type { Transport } from '../shared/net/transport.ts'
import type { PingbackEvent } from '../shared/schema/pingback.ts'

/** Takes over accepted pingbacks, and delivers what the queue hands back. */
export type PingbackSink = {
  accept(
    events: PingbackEvent[],
    bindings: { PINGBACKS?: Queue<PingbackEvent[]> } | undefined,
    waitUntil: (p: Promise<unknown>) => void,
  ): void
  deliver(events: PingbackEvent[]): Promise<void>
}

/** Pingbacks go through the queue where there is one, else at once with one more try; then on to their upstream (§7). */
export function createPingbackSink(
  transport: Transport,
  address: { base: string; key: string },
): PingbackSink {
  async function deliver(events: PingbackEvent[]): Promise<void> {
    const url = new URL(`${address.base}/v2/pingback`)
    if (address.key) url.searchParams.set('apikey', address.key)
    const headers = { 'Content-Type': 'application/json', ...SDK_HEADERS }
    const response = await transport(
      new Request(url, { method: 'POST', headers, body: JSON.stringify({ events }), redirect: 'manual' }),
    )
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The pingback upstream answered ${response.status}`)
  }

  return {
    deliver,
    accept(events, bindings, waitUntil) {
      const sent = bindings?.PINGBACKS?.send(events) ?? deliver(events).catch(() => deliver(events))
      waitUntil(sent.catch((error) => console.error('pingbacks lost', events.length, error)))
    },
  }
}

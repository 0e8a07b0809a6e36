import { send } from './send.ts'
import type { Upstream } from './upstreams.ts'

/**
 * Sends a delivery to an address that was checked (T65): it follows no redirect, and reads no body.
 * @returns the status
 * @throws AppError without one
 */
export async function postWebhook(
  webhook: Upstream,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  const make = (signal: AbortSignal) =>
    new Request(url, { method: 'POST', body, headers, redirect: 'manual', signal })
  return (await send(webhook, make)).status
}

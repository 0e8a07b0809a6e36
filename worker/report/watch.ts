import type { Context } from 'hono'
import { ERROR_MONITOR } from '../../shared/limits.ts'
import type { ErrorReport } from '../../shared/schema/error-report.ts'
import type { App } from '../app-types.ts'
import type { Config } from '../env.ts'
import { network } from '../network.ts'
import type { Capture } from './capture.ts'
import { type RequestLine, requestLine } from './request-line.ts'

export type Watch = {
  /** Hears of every answered request. */
  answered(c: Context<App>, ms: number): void
  /** Hears of what went wrong in a browser; it has been cleaned of what is its visitor's. */
  browserError(c: Context<App>, report: ErrorReport): void
}

/**
 * One line of JSON per request, and a report of each answer of status 400 and above (§7). Undefined where neither is
 * wanted. What reports is loaded by the first failure.
 */
export function createWatch({ LOGS, CAPTURE_DSN }: Pick<Config, 'LOGS' | 'CAPTURE_DSN'>): Watch | undefined {
  if (LOGS === 'off' && CAPTURE_DSN === '') return undefined
  let capture: Capture | undefined
  const entries: RequestLine[] = []

  async function toCapture(c: Context<App>, tell: (capture: Capture) => Promise<void>) {
    if (CAPTURE_DSN === '') return
    const { createCapture } = await import('./capture.ts')
    capture ??= createCapture(c.get('services').config, network, Date.now)
    await tell(capture)
  }

  /** After the answer; a report that fails must not become a failure. */
  const report = (c: Context<App>, tell: (capture: Capture) => Promise<void>) =>
    c.executionCtx.waitUntil(
      toCapture(c, tell).catch(() => console.error('not reported', c.get('requestId'))),
    )

  return {
    answered(c, ms) {
      const line = requestLine(c, ms)
      if (LOGS === 'on') console.log(JSON.stringify(line))
      if (CAPTURE_DSN === '') return
      const before = [...entries]
      if (line.status >= 400) {
        report(c, (to) => to.answered(line, before, { url: c.req.url, error: c.error }))
      }
      entries.push(line)
      if (entries.length > ERROR_MONITOR.entries) entries.shift()
    },
    browserError: (c, said) => report(c, (to) => to.browserError(c.get('requestId'), said)),
  }
}

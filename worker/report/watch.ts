import type { Context } from 'hono'
import { ERROR_MONITOR } from '../../shared/limits.ts'
import type { App } from '../app-types.ts'
import type { Config } from '../env.ts'
import { network } from '../network.ts'
import type { Capture } from './capture.ts'
import { type RequestLine, requestLine } from './request-line.ts'

/** Hears of every answered request. */
export type Watch = (c: Context<App>, ms: number) => void

/**
 * One line of JSON per request, and a report of each answer of status 400 and above (§7). Undefined where neither is
 * wanted. What reports is loaded by the first failure.
 */
export function createWatch({ LOGS, CAPTURE_DSN }: Pick<Config, 'LOGS' | 'CAPTURE_DSN'>): Watch | undefined {
  if (LOGS === 'off' && CAPTURE_DSN === '') return undefined
  let capture: Capture | undefined
  const entries: RequestLine[] = []

  async function report(c: Context<App>, line: RequestLine) {
    const { createCapture } = await import('./capture.ts')
    capture ??= createCapture(c.get('services').config, network, Date.now)
    await capture.answered(line, [...entries], { url: c.req.url, error: c.error })
  }

  return function watch(c, ms) {
    const line = requestLine(c, ms)
    if (LOGS === 'on') console.log(JSON.stringify(line))
    if (CAPTURE_DSN === '') return
    if (line.status >= 400) {
      // A report that fails must not become a failure.
      c.executionCtx.waitUntil(report(c, line).catch(() => console.error('not reported', line.id)))
    }
    entries.push(line)
    if (entries.length > ERROR_MONITOR.entries) entries.shift()
  }
}

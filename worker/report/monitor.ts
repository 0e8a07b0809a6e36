import { ERROR_MONITOR } from '../../shared/limits.ts'
import type { ErrorReport } from '../../shared/schema/error-report.ts'
import type { Config } from '../env.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import type { Capture } from './capture.ts'
import { LineSample } from './line-sample.ts'
import type { RequestLine } from './log-lines.ts'

/** Keeps work alive after the response has left. */
type WaitUntil = ExecutionContext['waitUntil']

export type Monitor = {
  /** Takes the line of every response, and the error behind it. */
  response(line: RequestLine, error: Error | undefined, waitUntil: WaitUntil): void
  /** Takes an error of a browser, cleaned of everything that belongs to its visitor (`clean-report.ts`). */
  browserError(requestId: string, report: ErrorReport, waitUntil: WaitUntil): void
}

/**
 * Writes one line of JSON per request, under load of some (`line-sample.ts`), and reports each response of status 400 and above (§7). Undefined when neither is
 * configured. The code that reports is loaded by the first failure.
 */
export function createMonitor(config: Config, upstream: Upstream): Monitor | undefined {
  const { LOGS, CAPTURE_DSN } = config
  if (LOGS === 'off' && CAPTURE_DSN === '') return undefined
  let capture: Capture | undefined
  const entries: RequestLine[] = []
  const sample = new LineSample()

  async function send(report: (capture: Capture) => Promise<void>) {
    const { Capture } = await import('./capture.ts')
    capture ??= new Capture(CAPTURE_DSN, upstream)
    await report(capture)
  }

  // A report that fails must not fail anything else.
  const sendLater = (id: string, waitUntil: WaitUntil, report: (capture: Capture) => Promise<void>) => {
    if (CAPTURE_DSN !== '') waitUntil(send(report).catch(() => console.error('not reported', id)))
  }

  return {
    response(line, error, waitUntil) {
      const written = LOGS === 'on' && sample.take(line)
      if (written) console.log(JSON.stringify(written))
      if (CAPTURE_DSN === '') return
      // A 408 is a sender's connection, and not our error (F33).
      if (line.status >= 400 && line.status !== 408) {
        const before = [...entries]
        sendLater(line.id, waitUntil, (capture) => capture.response(line, before, error))
      }
      entries.push(line)
      if (entries.length > ERROR_MONITOR.entries) entries.shift()
    },
    browserError: (id, report, waitUntil) =>
      sendLater(id, waitUntil, (capture) => capture.browserError(id, report)),
  }
}

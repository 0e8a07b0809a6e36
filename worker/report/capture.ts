import { AppError, UpstreamError } from '../../shared/errors.ts'
import { ERROR_MONITOR } from '../../shared/limits.ts'
import type { ErrorReport } from '../../shared/schema/error-report.ts'
import { type Config, isConfidential } from '../env.ts'
import { assets } from '../render/document.ts'
import { send } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { createBudgets } from './budgets.ts'
import type { RequestLine } from './request-line.ts'
import { stackFrames } from './stack-frames.ts'

/** How long dropped reports are counted before their number is reported. */
const DROPPED_MS = 10_000

/** An event as the service takes it: https://develop.sentry.dev/sdk/data-model/event-payloads/ */
type Event = { event_id: string } & Record<string, unknown>

/** Where a capture service accepts envelopes, and the public key that identifies us there. */
type CaptureTarget = { url: string; key: string }

export type Capture = {
  /** §7 Reports a response of status 400 and above; `entries` are the requests before it. */
  response(line: RequestLine, entries: readonly RequestLine[], error: Error | undefined): Promise<void>
  /** §9 Reports an error of a browser, with what its page did before. */
  browserError(id: string, report: ErrorReport): Promise<void>
}

/**
 * Reports to the capture service in Sentry's envelopes, with a closed list of fields: routes instead of addresses, and an
 * error's kind and stack instead of its message, which may repeat what a visitor wrote. @throws Error for a malformed DSN.
 */
export function createCapture(config: Config, upstream: Upstream, now: () => number): Capture {
  const target = readDsn(config.CAPTURE_DSN)
  if (!target) throw new Error('CAPTURE_DSN is no DSN')
  const budgets = createBudgets(now)
  const report = (event: Event) => send(upstream, (signal) => envelope(target, event, now(), signal))
  const common = (id: string) => ({
    event_id: id.replaceAll('-', ''),
    timestamp: now() / 1000,
    platform: 'javascript',
    release: assets.build,
  })
  let countingSince = Number.NEGATIVE_INFINITY

  // Of a flood the service gets one event in 10 s: how many reports of which level and route were dropped.
  async function countDropped() {
    // A request that ended early took its timer along: the next one counts on.
    if (now() - countingSince < 2 * DROPPED_MS) return
    countingSince = now()
    await new Promise((resolve) => setTimeout(resolve, DROPPED_MS))
    countingSince = Number.NEGATIVE_INFINITY
    const dropped = budgets.dropped()
    console.warn(JSON.stringify({ kind: 'reports-dropped', dropped }))
    const level = Object.keys(dropped).some((name) => name.startsWith('error')) ? 'error' : 'warning'
    const event = { logger: 'worker', level, message: 'Reports were dropped', extra: { dropped } }
    await report({ ...common(crypto.randomUUID()), ...event })
  }

  return {
    async response(line, entries, error) {
      const level = line.status >= 500 ? 'error' : 'warning'
      const about = `${line.status} from ${line.method} ${line.route}`
      if (!budgets.take(level, about)) return countDropped()
      const kind = kindOf(error)
      await report({
        ...common(line.id),
        logger: 'worker',
        level,
        transaction: `${line.method} ${line.route}`,
        message: about,
        tags: { status: line.status, route: line.route, request_id: line.id, kind },
        request: { method: line.method, url: line.route },
        ...(error && { exception: { values: [exceptionOf(error, kind)] } }),
        breadcrumbs: { values: entries.slice(-ERROR_MONITOR.entries).map(breadcrumb) },
      })
    },

    async browserError(id, { message, url, stack, status, entries }) {
      if (!budgets.take('browser', url)) return countDropped()
      await report({
        ...common(id),
        logger: 'browser',
        level: 'error',
        message,
        tags: { request_id: id, ...(status && { status }) },
        request: { url },
        ...(stack && { extra: { stack } }),
        breadcrumbs: { values: entries.map(({ at, text }) => ({ message: text, data: { at } })) },
      })
    },
  }
}

/** Reads `https://KEY@host/path/PROJECT`; undefined for anything else. https://develop.sentry.dev/sdk/foundations/transport/authentication/ */
function readDsn(dsn: string): CaptureTarget | undefined {
  const url = URL.parse(dsn)
  const [, path = '', project] = /^(.*)\/(\w+)$/.exec(url?.pathname ?? '') ?? []
  if (!url || !isConfidential(url) || url.username === '' || !project) return undefined
  return { url: `${url.origin}${path}/api/${project}/envelope/`, key: url.username }
}

const kindOf = (error: Error | undefined) =>
  error instanceof AppError ? error.kind : error ? 'internal' : 'none'

// The upstream's status is ours to report, its words are not.
const exceptionOf = (error: Error, kind: string) => ({
  type: error.name,
  value: error instanceof UpstreamError && error.status ? `${kind} ${error.status}` : kind,
  stacktrace: { frames: stackFrames(error) },
})

const breadcrumb = ({ method, route, status, ms, cache }: RequestLine) => ({
  type: 'http',
  category: 'request',
  message: `${status} from ${method} ${route}`,
  data: { ms, ...(cache && { cache }) },
})

/** One event in an envelope: https://develop.sentry.dev/sdk/foundations/transport/envelopes/ */
function envelope(
  { url, key }: CaptureTarget,
  event: { event_id: string },
  now: number,
  signal: AbortSignal,
): Request {
  const head = { event_id: event.event_id, sent_at: new Date(now).toISOString() }
  const lines = [head, { type: 'event' }, event].map((part) => JSON.stringify(part))
  return new Request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-sentry-envelope',
      'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=loopframe/1.0, sentry_key=${key}`,
    },
    body: `${lines.join('\n')}\n`,
    redirect: 'manual',
    signal,
  })
}

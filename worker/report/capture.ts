import { AppError, UpstreamError } from '../../shared/errors.ts'
import type { ErrorReport } from '../../shared/schema/error-report.ts'
import { isoTime } from '../../shared/time.ts'
import { isConfidential } from '../env.ts'
import { assets } from '../render/document.ts'
import { send } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { type RequestLine, stackFrames } from './log-lines.ts'

/** How long dropped reports are counted before their number is reported. */
const DROPPED_MS = 10_000

/** Where a capture service accepts envelopes, and the public key that identifies us there. */
type CaptureTarget = { url: string; key: string }

/** What a report is about: our own failure, a refused request, or a page in a visitor's browser. */
type Level = 'error' | 'warning' | 'browser'

/** Reports a second, by level: together the 10 of §9. `alike` is the share of one status and route. */
export const BUDGETS: Readonly<Record<Level, { total: number; alike: number }>> = {
  error: { total: 5, alike: 2 },
  warning: { total: 3, alike: 2 },
  browser: { total: 2, alike: 2 },
}

/** Routes are few, methods too: this bound is for the day that one of them is not. */
const MAX_NAMES = 100

/** Each level has its own budget: no flood of one can use up another's (`docs/threats.md`, T46). */
class Budgets {
  readonly #dropped = new Map<string, number>()
  #recent: { at: number; level: Level; about: string }[] = []

  /** Whether a report may leave now. One that may not is counted by its level and `about`. */
  take(level: Level, about: string): boolean {
    const at = Date.now()
    this.#recent = this.#recent.filter((each) => at - each.at < 1000)
    const sameLevel = this.#recent.filter((each) => each.level === level)
    const alike = sameLevel.filter((each) => each.about === about)
    if (sameLevel.length < BUDGETS[level].total && alike.length < BUDGETS[level].alike) {
      this.#recent.push({ at, level, about })
      return true
    }
    const named = `${level}: ${about}`
    const name = this.#dropped.has(named) || this.#dropped.size < MAX_NAMES ? named : `${level}: others`
    this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1)
    return false
  }

  /** How many reports were dropped since the last look, by `level: about`. */
  dropped(): Record<string, number> {
    const counts = Object.fromEntries(this.#dropped)
    this.#dropped.clear()
    return counts
  }
}

/**
 * Reports to the capture service in Sentry's envelopes, with a closed list of fields: routes instead of addresses, and an
 * error's kind and stack instead of its message, which may repeat what a visitor wrote.
 */
export class Capture {
  readonly #target: CaptureTarget
  readonly #upstream: Upstream
  readonly #budgets = new Budgets()
  #countingSince = Number.NEGATIVE_INFINITY

  /** @throws Error for a malformed DSN */
  constructor(dsn: string, upstream: Upstream) {
    const target = readDsn(dsn)
    if (!target) throw new Error('CAPTURE_DSN is no DSN')
    this.#target = target
    this.#upstream = upstream
  }

  /** §7 Reports a response of status 400 and above; `entries` are the requests before it. */
  async response(
    line: RequestLine,
    entries: readonly RequestLine[],
    error: Error | undefined,
  ): Promise<void> {
    const { id, method, route, status } = line
    const level = status >= 500 ? 'error' : 'warning'
    const about = `${status} from ${method} ${route}`
    if (!this.#budgets.take(level, about)) return this.#countDropped()
    const kind = kindOf(error)
    await this.#report(id, {
      logger: 'worker',
      level,
      transaction: `${method} ${route}`,
      message: about,
      tags: { status, route, request_id: id, kind },
      request: { method, url: route },
      ...(error && { exception: { values: [exceptionOf(error, kind)] } }),
      breadcrumbs: { values: entries.map(breadcrumb) },
    })
  }

  /** §9 Reports an error of a browser, with what its page did before. */
  async browserError(id: string, report: ErrorReport): Promise<void> {
    const { message, url, stack, status, entries } = report
    if (!this.#budgets.take('browser', url)) return this.#countDropped()
    await this.#report(id, {
      logger: 'browser',
      level: 'error',
      message,
      tags: { request_id: id, ...(status && { status }) },
      request: { url },
      ...(stack && { extra: { stack } }),
      breadcrumbs: { values: entries.map(({ at, text }) => ({ message: text, data: { at } })) },
    })
  }

  // Of a flood the service gets one event in 10 s: how many reports of which level and route were dropped.
  async #countDropped(): Promise<void> {
    // A request that ended early took its timer along: the next one counts on.
    if (Date.now() - this.#countingSince < 2 * DROPPED_MS) return
    this.#countingSince = Date.now()
    await new Promise((resolve) => setTimeout(resolve, DROPPED_MS))
    this.#countingSince = Number.NEGATIVE_INFINITY
    const dropped = this.#budgets.dropped()
    console.warn(JSON.stringify({ kind: 'reports-dropped', dropped }))
    const level = Object.keys(dropped).some((name) => name.startsWith('error')) ? 'error' : 'warning'
    const event = { logger: 'worker', level, message: 'Reports were dropped', extra: { dropped } }
    await this.#report(crypto.randomUUID(), event)
  }

  /** Sends an event: https://develop.sentry.dev/sdk/data-model/event-payloads/ */
  async #report(id: string, fields: Record<string, unknown>): Promise<void> {
    const event = {
      event_id: id.replaceAll('-', ''),
      timestamp: Date.now() / 1000,
      platform: 'javascript',
      release: assets.build,
      ...fields,
    }
    await send(this.#upstream, (signal) => envelope(this.#target, event, signal))
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
function envelope({ url, key }: CaptureTarget, event: { event_id: string }, signal: AbortSignal): Request {
  const head = { event_id: event.event_id, sent_at: isoTime(Date.now()) }
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

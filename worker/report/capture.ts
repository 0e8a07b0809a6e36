import { AppError } from '../../shared/errors.ts'
import { ERROR_MONITOR } from '../../shared/limits.ts'
import { withoutSecrets } from '../../shared/net/without-secrets.ts'
import type { ErrorReport } from '../../shared/schema/error-report.ts'
import { type Config, isConfidential } from '../env.ts'
import { assets } from '../render/assets.ts'
import { send } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import type { RequestLine } from './request-line.ts'

const TEXT_MAX = 2000

/** An event as the service takes it: https://develop.sentry.dev/sdk/data-model/event-payloads/ */
type Event = { event_id: string } & Record<string, unknown>

/** Where a capture service accepts envelopes, and the public key that identifies us there. */
type CaptureTarget = { url: string; key: string }

/** The failed request's URL and its error: a report has parts of both. */
export type Failed = { url: string; error: Error | undefined }

export type Capture = {
  /** §7 Reports a response of status 400 and above; `entries` are the requests before it. */
  response(line: RequestLine, entries: readonly RequestLine[], failed: Failed): Promise<void>
  /** §9 Reports an error of a browser, with what its page did before. */
  browserError(id: string, report: ErrorReport): Promise<void>
}

/** Reports to the capture service in Sentry's envelopes, with a closed list of fields. @throws Error for a malformed DSN. */
export function createCapture(config: Config, upstream: Upstream, now: () => number): Capture {
  const target = readDsn(config.CAPTURE_DSN)
  if (!target) throw new Error('CAPTURE_DSN is no DSN')
  const { PROVIDER_KEY, TAGGER_KEY, TAGGER_TOKEN } = config
  const secrets = [PROVIDER_KEY, TAGGER_KEY, TAGGER_TOKEN]
  const mayReport = createThrottle(now)
  const report = (event: Event) => send(upstream, (signal) => envelope(target, event, now(), signal))

  return {
    async response(line, entries, { url, error }) {
      if (!mayReport()) return
      const event = {
        event_id: line.id.replaceAll('-', ''),
        timestamp: now() / 1000,
        platform: 'javascript',
        logger: 'worker',
        level: line.status >= 500 ? 'error' : 'warning',
        release: assets.build,
        transaction: `${line.method} ${line.route}`,
        message: `${line.status} from ${line.method} ${line.route}`,
        tags: { status: line.status, route: line.route, request_id: line.id, kind: kindOf(error) },
        request: { method: line.method, url: withoutQuery(url).slice(0, ERROR_MONITOR.urlLength) },
        ...(error && { exception: { values: [exceptionOf(error, secrets)] } }),
        breadcrumbs: { values: entries.slice(-ERROR_MONITOR.entries).map(breadcrumb) },
      }
      await report(event)
    },

    async browserError(id, { message, url, stack, status, entries }) {
      if (!mayReport()) return
      const page = withoutQuery(url).slice(0, ERROR_MONITOR.urlLength)
      await report({
        event_id: id.replaceAll('-', ''),
        timestamp: now() / 1000,
        platform: 'javascript',
        logger: 'browser',
        level: 'error',
        release: assets.build,
        message,
        tags: { request_id: id, ...(status && { status }) },
        request: { url: page },
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

/** §9 At most 10 reports a second; what comes above it is dropped. */
function createThrottle(now: () => number): () => boolean {
  let recent: number[] = []
  return () => {
    const at = now()
    recent = recent.filter((time) => at - time < 1000)
    if (recent.length >= ERROR_MONITOR.perSecond) return false
    recent.push(at)
    return true
  }
}

const kindOf = (error: Error | undefined) =>
  error instanceof AppError ? error.kind : error ? 'internal' : 'none'

const exceptionOf = (error: Error, secrets: string[]) => ({
  type: error.name,
  value: withoutSecrets(error.message, secrets).slice(0, TEXT_MAX),
})

const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')

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

import { ERROR_MONITOR } from '../../../shared/limits.ts'
import { attempt } from '../../dom/page.ts'

/** What our endpoint takes (`shared/schema/error-report.ts`), in characters; the whole is at most 16 KB. */
const MAX = { message: 2000, stack: 4000, entry: 300, bytes: 16_000 } as const

type Surroundings = {
  /** The page's address. */
  url: string
  /** Milliseconds since the page began. */
  now: () => number
  post: (report: string) => void
}

type ErrorReporter = ReturnType<typeof createErrorReporter>

/** §9 Error monitor: 30 entries are kept, and above 10 reports in a second the rest are dropped. */
export function createErrorReporter({ url, now, post }: Surroundings) {
  const entries: { at: number; text: string }[] = []
  let recent: number[] = []

  const send = (message: string, more: { stack?: string; status?: number } = {}) => {
    const at = now()
    recent = recent.filter((time) => at - time < 1000)
    if (recent.length >= ERROR_MONITOR.perSecond) return
    recent.push(at)
    const report = {
      message: cutUrls(message).slice(0, MAX.message) || 'unknown',
      url: cutUrls(url),
      ...more,
    }
    post(withinBytes({ ...report, entries: [...entries] }))
  }

  return {
    /** Remembers what happened, for the next report. */
    note(text: string) {
      entries.push({ at: Math.round(now()), text: text.slice(0, MAX.entry) })
      if (entries.length > ERROR_MONITOR.entries) entries.shift()
    },
    report(error: unknown) {
      const stack = error instanceof Error ? cutUrls(error.stack ?? '').slice(0, MAX.stack) : ''
      send(errorText(error), { stack })
    },
    /** §7 A response of 400 and above is reported. */
    response(from: string, status: number) {
      if (status >= 400) send(`${status} from ${from}`, { status })
    },
  }
}

/** Any value as text; some have none. */
const errorText = (value: unknown): string => attempt(() => String(value)) ?? 'something without a text'

/** §9 URLs are cut to 2000 characters, wherever they stand. */
const cutUrls = (text: string) =>
  text.replace(/https?:\/\/\S+/g, (address) => address.slice(0, ERROR_MONITOR.urlLength))

type Report = { message: string; stack?: string; entries: unknown[] }

// The oldest entries matter least; a text that is too long even alone is not worth its stack.
function withinBytes(report: Report): string {
  const text = JSON.stringify(report)
  if (new Blob([text]).size <= MAX.bytes) return text
  if (report.entries.length > 0) return withinBytes({ ...report, entries: report.entries.slice(1) })
  return JSON.stringify({ ...report, message: report.message.slice(0, MAX.entry), stack: '' })
}

const ENDPOINT = '/browser-errors'

/** Reports this page's errors to our own host, as plain text: that needs no preflight. One that does not arrive is dropped. */
export function reportPageErrors(page: Window & typeof globalThis): ErrorReporter {
  const reporter = createErrorReporter({
    url: page.location.href,
    now: () => page.performance.now(),
    post: (body) => {
      page.fetch(ENDPOINT, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {})
    },
  })
  page.addEventListener('error', ({ error, message }) => reporter.report(error ?? message))
  page.addEventListener('unhandledrejection', ({ reason }) => reporter.report(reason))
  for (const level of ['warn', 'error'] as const) noteConsole(page.console, level, reporter)
  observeResponses(page, reporter)
  return reporter
}

// Warnings and errors of the console go along with the next report.
function noteConsole(console: Console, level: 'warn' | 'error', { note }: ErrorReporter) {
  const write = console[level]
  console[level] = (...values: unknown[]) => {
    note(`${level}: ${values.map(errorText).join(' ')}`)
    write.apply(console, values)
  }
}

// §7 Responses of 400 and above. Our own endpoint's are left out: a refused report must not cause another.
function observeResponses(page: Window & typeof globalThis, reporter: ErrorReporter) {
  const observer = new page.PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[])
      if (!name.endsWith(ENDPOINT)) reporter.response(name, responseStatus)
  })
  observer.observe({ type: 'resource', buffered: true })
}

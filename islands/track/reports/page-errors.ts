import { createErrorReporter, type ErrorReporter, errorText } from './error-reporter.ts'

const ENDPOINT = '/browser-errors'

/**
 * Reports the errors of this page to our own host, as plain text: that needs no preflight, which a frame without an
 * origin would have to wait for. A report that does not arrive is dropped.
 */
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

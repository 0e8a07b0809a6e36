import { createErrorCapture, type ErrorCapture, words } from './error-capture.ts'

const ENDPOINT = '/browser-errors'

/**
 * Captures what goes wrong on this page and posts it to our own host. Sent as plain text: that needs no preflight, which
 * a frame without an origin would have to wait for. A report that does not arrive is none.
 */
export function captureErrors(page: Window & typeof globalThis): ErrorCapture {
  const capture = createErrorCapture({
    url: page.location.href,
    now: () => page.performance.now(),
    post: (body) => {
      page.fetch(ENDPOINT, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {})
    },
  })
  page.addEventListener('error', ({ error, message }) => capture.report(error ?? message))
  page.addEventListener('unhandledrejection', ({ reason }) => capture.report(reason))
  for (const level of ['warn', 'error'] as const) keepWords(page.console, level, capture)
  followAnswers(page, capture)
  return capture
}

// What was said in the console is told with the error that follows it.
function keepWords(console: Console, level: 'warn' | 'error', { note }: ErrorCapture) {
  const say = console[level]
  console[level] = (...said: unknown[]) => {
    note(`${level}: ${said.map(words).join(' ')}`)
    say.apply(console, said)
  }
}

// §7 Answers of 400 and above. Our own endpoint's are left out: a refused report must not make another.
function followAnswers(page: Window & typeof globalThis, capture: ErrorCapture) {
  const observer = new page.PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[])
      if (!name.endsWith(ENDPOINT)) capture.answered(name, responseStatus)
  })
  observer.observe({ type: 'resource', buffered: true })
}

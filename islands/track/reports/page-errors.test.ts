import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { ERROR_REPORT_MAX, ErrorReportSchema } from '../../../shared/schema/error-report.ts'
import { createErrorReporter, reportPageErrors } from './page-errors.ts'
import { isSampled } from './sampled.ts'

it('posts errors, rejections and refused answers to our own host, with what the console said before', () => {
  const post = vi.fn<(path: string, init: RequestInit) => Promise<unknown>>(async () => {})
  const warn = vi.fn()
  let answered = (_name: string, _status: number) => {}
  const page = Object.assign(new EventTarget(), {
    location: { href: 'https://loop.test/embed/cat7' },
    performance: { now: () => 5 },
    console: { warn, error: vi.fn() },
    fetch: post,
    PerformanceObserver: class {
      constructor(heard: (list: object) => void) {
        answered = (name, responseStatus) => heard({ getEntries: () => [{ name, responseStatus }] })
      }
      observe() {}
    },
  })
  reportPageErrors(page as unknown as Window & typeof globalThis)
  page.console.warn('loopframe: late', Object.create(null))
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('broken') }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'refused' }))

  answered('https://loop.test/v1/gifs/related', 502)
  answered('https://loop.test/v1/gifs/related', 200)
  answered('https://loop.test/browser-errors', 429)

  expect(warn).toHaveBeenCalledTimes(1)
  expect(post.mock.calls.map(([path, init]) => [path, init.method, init.credentials])).toEqual([
    ['/browser-errors', 'POST', 'omit'],
    ['/browser-errors', 'POST', 'omit'],
    ['/browser-errors', 'POST', 'omit'],
  ])
  const [first, second, third] = post.mock.calls.map(([, { body }]) => JSON.parse(String(body)))
  expect(first).toMatchObject({
    message: 'Error: broken',
    url: 'https://loop.test/embed/cat7',
    entries: [{ at: 5, text: 'warn: loopframe: late something without a text' }],
  })
  expect(second.message).toBe('refused')
  expect(third).toMatchObject({ status: 502, message: '502 from https://loop.test/v1/gifs/related' })
})

function stage(url = 'https://loop.test/embed/cat7') {
  const posted: string[] = []
  const clock = { now: 0 }
  const reporter = createErrorReporter({ url, now: () => clock.now, post: (report) => posted.push(report) })
  // What is posted is what the endpoint takes.
  const reports = () => posted.map((report) => v.parse(ErrorReportSchema, JSON.parse(report)))
  return { reporter, clock, posted, reports }
}

describe('§9 Error monitor', () => {
  it('keeps the last 30 entries', () => {
    const { reporter, reports } = stage()
    for (let n = 0; n < 40; n++) reporter.note(`event ${n}`)
    reporter.report(new TypeError('broken'))
    const [report] = reports()
    expect(report?.message).toBe('TypeError: broken')
    expect(report?.stack).toContain('page-errors.test')
    expect(report?.entries.map(({ text }) => text)).toEqual(
      Array.from({ length: 30 }, (_, n) => `event ${n + 10}`),
    )
  })

  it('throttles above 10 reports per second', () => {
    const { reporter, clock, reports } = stage()
    for (let n = 0; n < 25; n++) reporter.report('x')
    expect(reports()).toHaveLength(10)
    clock.now = 999
    reporter.report('x')
    expect(reports()).toHaveLength(10)
    clock.now = 1000
    reporter.report('x')
    expect(reports()).toHaveLength(11)
  })

  it('cuts URLs to 2000 characters', () => {
    const long = `https://loop.test/${'x'.repeat(3000)}`
    const { reporter, reports } = stage(long)
    reporter.report(new Error('late'))
    expect(reports()[0]?.url).toBe(long.slice(0, 2000))
  })

  it.each([
    ['no port', '', 0.0099, true],
    ['no port, the other 99 %', '', 0.01, false],
    ['a port', '8787', 0, false],
  ])('samples one page load of a hundred, without a port: %s', (_name, port, drawn, sampled) => {
    expect(isSampled(port, () => drawn)).toBe(sampled)
  })

  it('reports answers of 400 and above (§7)', () => {
    const { reporter, reports } = stage()
    reporter.response('/v1/gifs/related', 204)
    reporter.response('/v1/gifs/related', 502)
    expect(reports()).toMatchObject([{ status: 502, message: '502 from /v1/gifs/related' }])
  })

  it('stays within 16 KB whatever is said, and takes whatever is thrown', () => {
    const { reporter, posted, reports } = stage()
    for (let n = 0; n < 30; n++) reporter.note('猫'.repeat(1000))
    for (const thrown of [new Error('猫'.repeat(5000)), '', undefined, Symbol('s'), Object.create(null)])
      reporter.report(thrown)
    for (const report of posted) expect(new Blob([report]).size).toBeLessThanOrEqual(ERROR_REPORT_MAX.bytes)
    expect(reports()).toHaveLength(5)
  })
})

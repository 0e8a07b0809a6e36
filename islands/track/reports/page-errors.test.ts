import { expect, it, vi } from 'vitest'
import { reportPageErrors } from './page-errors.ts'

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

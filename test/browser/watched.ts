import { expect, type Page } from '@playwright/test'

/** Every request a page makes, and everything its console says. */
export function watch(page: Page) {
  const requests: string[] = []
  const said: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource')
    said.push(isFailedLoad ? `${message.text()} ${message.location().url}` : message.text())
  })
  page.on('pageerror', (error) => {
    // The browser's own, where a next page comes while one is still being shown: no script of the page asks for transitions.
    if (!error.message.startsWith('Transition was aborted')) said.push(String(error))
  })
  return { requests, said }
}

/** Settles once every picture in view has come, or has failed: what a page fetches by itself is there then. */
export const picturesThere = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images].every((image) => {
          const { top, bottom, left, right } = image.getBoundingClientRect()
          const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
          return image.complete || !isInView || !image.checkVisibility()
        }),
      ),
    )
    .toBe(true)

/** How much of the page has moved by itself so far (CLS). */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

/**
 * The JSON that a page's scripts send to such addresses, in their order: of a request that can be sent again, a browser tells
 * none. Called before the page is opened.
 */
export async function jsonSent(page: Page, path: RegExp): Promise<Record<string, unknown>[]> {
  const bodies: Record<string, unknown>[] = []
  await page.exposeFunction('tellBody', (url: string, body: string) => {
    if (path.test(url)) bodies.push(JSON.parse(body) as Record<string, unknown>)
  })
  await page.addInitScript(() => {
    const send = window.fetch
    const { tellBody } = window as unknown as { tellBody: (url: string, body: string) => Promise<void> }
    window.fetch = async (input, init) => {
      if (input instanceof Request) await tellBody(input.url, await input.clone().text())
      return send(input, init)
    }
  })
  return bodies
}

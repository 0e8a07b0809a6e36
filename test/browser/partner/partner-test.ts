import { expect, type Page } from '@playwright/test'
import { test as base } from '../test.ts'
import { partnerPage } from './partner-page.ts'

export type LoopEvent = [element: string, type: string, detail: object]

type Stub = { say: (type: string, more: object) => void; heard: { type: string }[] }
type Options = Parameters<typeof partnerPage>[1]

type Partner = {
  /** Origin of the product. */
  product: string
  /** Every address that is asked for, and every word in the console. */
  watched: { requests: string[]; said: string[] }
  /** Opens a partner's page with this body, under the two lines of docs/embedding.md; gives its address. */
  open: (body: string, options?: Options) => Promise<string>
}

/** The page's own script: it keeps each event's element, name and detail, in order. */
const LISTEN = `window.events = []
for (const type of ['ready','play','pause','seen','click','hover','visible','contextmenu','fetched','error','size'])
  addEventListener('loop-' + type, ({ target, detail }) => events.push([target.localName, type, detail]))`

export const test = base.extend<Partner>({
  product: async ({ baseURL }, use) => use(baseURL ?? ''),

  watched: async ({ page }, use) => {
    const watched = { requests: [] as string[], said: [] as string[] }
    page.on('request', (request) => watched.requests.push(request.url()))
    page.on('console', (message) => watched.said.push(message.text()))
    page.on('pageerror', (error) => watched.said.push(String(error)))
    await use(watched)
  },

  open: async ({ page, product }, use) => {
    const closing: (() => void)[] = []
    await use(async (body, options = {}) => {
      const policy = `script-src 'self' ${product}/loopframe.js; frame-src ${product}`
      const host = await partnerPage(body, { policy, script: LISTEN, ...options })
      closing.push(host.close)
      await page.goto(host.url)
      return host.url
    })
    for (const close of closing) close()
  },
})

export const eventsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { events: LoopEvent[] }).events)

/** The stub frame of the page's first element of this name, once it has said that it is ready. */
export async function stubOf(page: Page, tag: string) {
  await expect
    .poll(async () => (await eventsOf(page)).some(([name, type]) => name === tag && type === 'ready'))
    .toBe(true)
  const handle = await page.locator(`${tag} iframe`).elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error(`There is no frame in ${tag}`)
  const say = (type: string, more: object = {}) =>
    frame.evaluate(([name, rest]) => (window as unknown as Stub).say(name, rest), [type, more] as [
      string,
      object,
    ])
  const heard = () => frame.evaluate(() => (window as unknown as Stub).heard)
  return { say, heard }
}

/** The one line that brings the elements. */
export const loader = (product: string, attributes = '') =>
  `<script ${attributes} src="${product}/loopframe.js"></script>`

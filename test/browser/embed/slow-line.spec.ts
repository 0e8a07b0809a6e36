import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { items } from '../library.ts'
import { test } from '../test.ts'
import { layoutShift } from '../watched.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const SLICE_BYTES = 500
const SLICE_MS = 20

/** What comes after a page's first island mark waits for it, if its address ends so. */
const HELD = '?held'
const ISLAND = '<div data-island'
let rest = Promise.withResolvers<void>()

let server: Server
let slowURL: string

/** Passes everything on; a page comes in slices, so that the browser may paint between any two. */
test.beforeAll(async ({ baseURL }) => {
  server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', baseURL))
    const type = answer.headers.get('Content-Type') ?? ''
    response.writeHead(answer.status, { 'Content-Type': type })
    const body = Buffer.from(await answer.arrayBuffer())
    if (request.url?.endsWith(HELD)) {
      const at = body.indexOf(ISLAND)
      response.write(body.subarray(0, at))
      await rest.promise
      response.end(body.subarray(at))
      return
    }
    const step = type.startsWith('text/html') ? SLICE_BYTES : body.length
    for (let at = 0; at < body.length; at += step) {
      response.write(body.subarray(at, at + step))
      await wait(SLICE_MS)
    }
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  slowURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((closed) => server.close(closed)))

const pages = {
  'the welcome page': '/',
  'a search': '/search/happy',
  'a search without results': '/search/nothingatall',
  'a list of stickers': '/create/gifmaker/decorate/stickers',
  'a channel': '/channels/looplab',
  'the page of a gif': `/gifs/${items.gif.slug}-${items.gif.id}`,
  'the page of a sticker': `/stickers/${items.sticker.slug}-${items.sticker.id}`,
  'an embed': `/embed/${items.gif.id}`,
  'an error': '/embed/nonesuch',
  'a carousel': '/widgets/carousel?q=happy',
  'a grid': '/widgets/grid?q=happy',
  'a grid without results': '/widgets/grid?q=nothingatall',
  'the API reference': '/docs/api',
}

for (const [name, path] of Object.entries(pages))
  test(`nothing shifts while ${name} still arrives`, async ({ page }) => {
    await page.goto(slowURL + path)
    expect(await layoutShift(page)).toBe(0)
  })

test('interest while an embed still arrives wakes all of it once it is there', async ({ page }) => {
  rest = Promise.withResolvers()
  await page.goto(`${slowURL}/embed/${items.gif.id}${HELD}`, { waitUntil: 'commit' })
  await page.locator('.stage').waitFor()
  const live = page.waitForResponse(/\/static\/live/)
  await page.mouse.move(300, 180)
  await (await live).finished()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  rest.resolve()
  await expect(page.locator('[data-island][data-hydrated]')).toHaveCount(3)
})

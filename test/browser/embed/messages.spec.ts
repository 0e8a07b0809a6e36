import { expect, type Page } from '@playwright/test'
import { hostPage } from '../host-page.ts'
import { embedOf, items } from '../library.ts'
import { test } from '../test.ts'

type Heard = { origin: string; data: { source: string; id: string; type: string } & Record<string, unknown> }

const LISTEN = `<script>
  window.heard = []
  addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
</script>`

/** A host on another site with these frames in it. */
async function openHost(page: Page, ...frames: string[]) {
  const host = await hostPage(LISTEN + frames.join(''))
  await page.goto(host.url)
  const heard = () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
  return {
    ...host,
    heard,
    types: async (id?: string) =>
      (await heard()).filter(({ data }) => !id || data.id === id).map(({ data }) => data.type),
    tell: (message: unknown, at = 0) =>
      page.evaluate(
        ([message, at]) =>
          document.querySelectorAll('iframe')[at as number]?.contentWindow?.postMessage(message, '*'),
        [message, at],
      ),
  }
}

const frameOf = (src: string, more = '') => `<iframe src="${src}" width="480" height="270" ${more}></iframe>`
const say = (type: string, fields: object = {}) => ({ source: 'loopframe', type, ...fields })

test.describe('a host with a named frame', () => {
  test('hears ready and size without anybody’s doing, from the frame’s origin', async ({ page, baseURL }) => {
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.gif, '?id=one')}`))
    await expect.poll(() => host.types('one')).toEqual(expect.arrayContaining(['ready', 'size', 'visible']))
    const [ready] = await host.heard()
    const size = (await host.heard()).find(({ data }) => data.type === 'size')
    expect(ready).toEqual({ origin: baseURL, data: { source: 'loopframe', id: 'one', type: 'ready' } })
    expect(size?.data).toMatchObject({ type: 'size', width: expect.any(Number), height: expect.any(Number) })
    expect(size?.data.width).toBeGreaterThan(100)
    host.close()
  })

  test('hears what the visitor does: seen, hover, click, pause, play, contextmenu', async ({
    page,
    baseURL,
  }) => {
    await page.addInitScript(() => addEventListener('click', (event) => event.preventDefault()))
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.gif, '?id=one')}`))
    await expect.poll(() => host.types('one')).toContain('seen')
    const frame = page.frameLocator('iframe')
    await page.mouse.move(200, 100)
    await expect.poll(() => host.types('one')).toContain('hover')
    await page.mouse.click(200, 100)
    await page.mouse.click(200, 100, { button: 'right' })
    await frame.getByRole('button', { name: 'Pause' }).click()
    await frame.getByRole('button', { name: 'Play' }).click()
    const once = ['ready', 'size', 'visible', 'seen', 'hover', 'click', 'contextmenu', 'pause', 'play']
    await expect
      .poll(async () => (await host.types('one')).filter((type) => once.includes(type)).toSorted())
      .toEqual(once.toSorted())
    host.close()
  })

  test('commands it: pause, play, stop; each is answered by what happened', async ({ page, baseURL }) => {
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.video, '?id=one')}`))
    await expect.poll(() => host.types()).toContain('ready')
    const root = page.frameLocator('iframe').locator('#embed')
    const film = page.frameLocator('iframe').locator('video')
    await host.tell(say('pause'))
    await expect(root).toHaveAttribute('data-paused', '')
    await host.tell(say('play', { id: 'one' }))
    await expect(root).not.toHaveAttribute('data-paused')
    await host.tell(say('stop'))
    await expect(root).toHaveAttribute('data-paused', '')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(0)
    const films = ['pause', 'play']
    await expect
      .poll(async () => (await host.types()).filter((type) => films.includes(type)))
      .toEqual(['pause', 'play', 'pause'])
    host.close()
  })

  test('opens the share menu, but not on a frame that is too small for one', async ({ page, baseURL }) => {
    const src = `${baseURL}${embedOf(items.gif, '?id=')}`
    const small = `<iframe src="${src}small" width="240" height="150"></iframe>`
    const host = await openHost(page, frameOf(`${src}large`), small)
    for (const id of ['large', 'small']) await expect.poll(() => host.types(id)).toContain('ready')
    await host.tell(say('share'))
    await host.tell(say('share'), 1)
    await host.tell(say('pause'), 1)
    const root = (at: number) => page.frameLocator('iframe').nth(at).locator('#embed')
    await expect(root(0)).toHaveAttribute('data-share', '')
    await expect(page.frameLocator('iframe').first().getByRole('dialog', { name: 'Share' })).toBeVisible()
    await expect(root(1)).toHaveAttribute('data-paused', '')
    await expect(root(1)).not.toHaveAttribute('data-share')
    host.close()
  })

  test('loads another GIF into the frame, with the same query and its own place told on', async ({
    page,
    baseURL,
  }) => {
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.gif, '?id=one&theme=dark')}`))
    await expect.poll(() => host.types()).toContain('ready')
    for (const gif of ['../../admin', 'a/b', '', 7, null, 'x'.repeat(300)])
      await host.tell(say('load', { gif }))
    await host.tell(say('load', { gif: items.sticker.id }))
    const root = page.frameLocator('iframe').locator('#embed')
    await expect(root).toHaveAttribute('data-kind', 'sticker')
    await expect.poll(async () => (await host.types()).filter((type) => type === 'ready').length).toBe(2)
    const { pathname, search } = new URL(page.frames()[1]?.url() ?? '')
    expect(pathname).toBe(`/embed/${items.sticker.id}`)
    const origin = new URL(host.url).origin
    expect(search).toBe(`?id=one&theme=dark&utm_term=${encodeURIComponent(origin)}`)
    const href = await page.frameLocator('iframe').locator('.click-area').getAttribute('href')
    expect(new URL(href ?? '').searchParams.get('utm_term')).toBe(origin)
    host.close()
  })

  test('hears how many related GIFs have come, and of those that did not', async ({ page, baseURL }) => {
    const src = `${baseURL}${embedOf(items.gif, '?id=')}`
    const host = await openHost(page, frameOf(`${src}one`))
    await page.frameLocator('iframe').locator('#embed').hover()
    await expect.poll(() => host.types()).toContain('fetched')
    const fetched = (await host.heard()).find(({ data }) => data.type === 'fetched')
    expect(fetched?.data).toEqual({ source: 'loopframe', id: 'one', type: 'fetched', count: 6 })
    host.close()

    await page.route('**/related?*', (route) => route.fulfill({ status: 502, body: '' }))
    const other = await openHost(page, frameOf(`${src}two`))
    await page.frameLocator('iframe').locator('#embed').hover()
    await expect.poll(() => other.types('two')).toContain('error')
    other.close()
  })

  test('F26: hears of a picture that did not load', async ({ page, baseURL }) => {
    await page.route('**/media/**', (route) => route.abort())
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.gif, '?id=one')}`))
    await expect.poll(() => host.types()).toContain('error')
    const error = (await host.heard()).find(({ data }) => data.type === 'error')
    expect(error?.data).toEqual({
      source: 'loopframe',
      id: 'one',
      type: 'error',
      message: 'The picture did not load',
    })
    host.close()
  })
})

test('several frames are told apart, and each hears only what is for it', async ({ page, baseURL }) => {
  const src = `${baseURL}${embedOf(items.gif, '?id=')}`
  const host = await openHost(page, frameOf(`${src}a`), frameOf(`${src}b`))
  for (const id of ['a', 'b']) await expect.poll(() => host.types(id)).toContain('ready')
  const root = (at: number) => page.frameLocator('iframe').nth(at).locator('#embed')
  await host.tell(say('pause', { id: 'b' }), 0)
  await host.tell(say('pause', { id: 'b' }), 1)
  await expect(root(1)).toHaveAttribute('data-paused', '')
  // It has read its messages: this is a later one.
  await host.tell(say('share', { id: 'a' }), 0)
  await expect(root(0)).toHaveAttribute('data-share', '')
  await expect(root(0)).not.toHaveAttribute('data-paused')
  host.close()
})

test.describe('an unnamed frame', () => {
  test('stays passive, says that it is ready and seen, obeys, and names itself by its GIF', async ({
    page,
    baseURL,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.gif)}`))
    await expect(page.frameLocator('iframe').locator('#embed')).toHaveAttribute('data-ready', '')
    await expect
      .poll(() => host.heard())
      .toEqual(
        ['ready', 'seen'].map((type) => ({
          origin: baseURL,
          data: { source: 'loopframe', id: items.gif.id, type },
        })),
      )
    expect(requests.filter((url) => url.includes('/static/live'))).toEqual([])

    await host.tell(say('pause'))
    await host.tell(say('play'))
    await host.tell(say('pause'))
    await expect(page.frameLocator('iframe').locator('#embed')).toHaveAttribute('data-paused', '')
    await expect
      .poll(async () => (await host.types(items.gif.id)).filter((type) => /pause|play/.test(type)))
      .toEqual(['pause', 'play', 'pause'])
    const types = await host.types(items.gif.id)
    expect(types.slice(0, 3)).toEqual(['ready', 'seen', 'size'])
    for (const once of ['ready', 'seen']) expect(types.filter((type) => type === once)).toHaveLength(1)
    host.close()
  })

  test('misses nothing that the visitor did before its code came', async ({ page, baseURL }) => {
    await page.addInitScript(() => addEventListener('click', (event) => event.preventDefault()))
    const host = await openHost(page, frameOf(`${baseURL}${embedOf(items.gif)}`))
    await page.route(/\/static\/(host-messages|live)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await expect(page.frameLocator('iframe').locator('#embed')).toHaveAttribute('data-ready', '')
    await page.mouse.click(200, 100)
    await expect.poll(() => host.types()).toContain('click')
    await page.mouse.click(220, 110)
    await expect
      .poll(async () => (await host.types()).filter((type) => type === 'click'))
      .toEqual(['click', 'click'])
    host.close()
  })

  test('speaks with a host though it is sandboxed, or the host withholds its address', async ({
    page,
    baseURL,
  }) => {
    const src = `${baseURL}${embedOf(items.gif, '?id=')}`
    const host = await openHost(
      page,
      frameOf(`${src}boxed`, 'sandbox="allow-scripts"'),
      frameOf(`${src}shy`, 'referrerpolicy="no-referrer"'),
    )
    for (const [at, id] of ['boxed', 'shy'].entries()) {
      await expect.poll(() => host.types(id)).toContain('ready')
      await host.tell(say('pause'), at)
      await expect.poll(() => host.types(id)).toContain('pause')
    }
    host.close()
  })
})

test('forged messages do nothing: of another source, origin or shape (T21)', async ({ page, baseURL }) => {
  const own = `${baseURL}${embedOf(items.gif, '?id=one')}`
  const stranger = await hostPage(`<script>
    setInterval(() => {
      for (const type of ['pause', 'stop', 'share'])
        parent.frames[0].postMessage({ source: 'loopframe', type }, '*')
    }, 50)
  </script>`)
  const host = await openHost(page, frameOf(own), frameOf(stranger.url.replace('localhost', '127.0.0.1')))
  await expect.poll(() => host.types()).toContain('ready')
  const forged: unknown[] = [
    'pause',
    '{"source":"loopframe","type":"pause"}',
    null,
    7,
    [],
    ['loopframe', 'pause'],
    {},
    { type: 'pause' },
    { source: 'loopframe' },
    { source: 'other', type: 'pause' },
    { source: ['loopframe'], type: 'pause' },
    { source: { loopframe: 1 }, type: 'pause' },
    say('PAUSE'),
    say('toString'),
    say('constructor'),
    say('__proto__'),
    say('hasOwnProperty'),
    say('pause', { id: 'two' }),
    say('pause', { id: 1 }),
    say('pause', { id: null }),
    say('load', { gif: 'https://evil.test' }),
    say('load', { gif: '//evil.test' }),
    say('load', { gif: 'javascript:alert(1)' }),
    say('load', { gif: '..' }),
    say('load', { gif: { toString: 'x' } }),
    say('load'),
    say('consent'),
    say('consent', { granted: 'yes' }),
    { source: 'loopframe', type: 7 },
    { source: 'loopframe', type: ['pause'] },
  ]
  for (const message of forged) await host.tell(message)
  await page.waitForTimeout(300)
  const root = page.frameLocator('iframe').first().locator('#embed')
  for (const flag of ['data-paused', 'data-share']) expect(await root.getAttribute(flag)).toBeNull()
  expect(page.frames()[1]?.url()).toBe(own)
  host.close()
  stranger.close()
})

test('a page that nobody frames speaks to nobody', async ({ page }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    addEventListener('message', ({ data }) => heard.push(data))
  })
  await page.goto(embedOf(items.gif, '?id=one'))
  await page.mouse.move(200, 100)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
})

for (const query of ['?giphy-debug', '?debug']) {
  test(`${query} turns the debug log on`, async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(embedOf(items.gif, query))
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect
      .poll(() => said)
      .toEqual(expect.arrayContaining([expect.stringMatching(/^loopframe \d+\.\d\d s: pause/)]))
  })
}

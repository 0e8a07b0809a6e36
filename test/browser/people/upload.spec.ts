import { expect, type Page } from '@playwright/test'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'
import { faultsAtWidths } from '../widths.ts'

let product: Awaited<ReturnType<typeof productWith>>

test.beforeAll(async () => {
  product = await productWith(["UPDATE users SET standing = 'limited' WHERE id = 'id-lim'"], 'ann', 'lim')
})
test.afterAll(() => product.stop())

const BLOCK = 255
const MEBI = 1024 * 1024

let number = 0
/** A GIF that no other test has: what follows its trailer changes its hash and nothing else. */
const gifOf = (name: string, more = 0) => ({
  name,
  mimeType: 'image/gif',
  buffer: Buffer.concat([sampleBytes('gif'), Buffer.from(`unlike ${number++}`), Buffer.alloc(more, BLOCK)]),
})
const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture at all') }

async function open(page: Page, who = 'ann') {
  await product.signIn(page, who)
  await page.goto(`${product.base}/upload`)
}

const field = (page: Page) => page.getByLabel('File', { exact: true })
const ready = (page: Page) => expect(page.locator('.uploads')).toBeAttached()

/** Chooses files as somebody does, by the browser's dialog. */
async function choose(page: Page, ...files: ReturnType<typeof gifOf>[]) {
  await ready(page)
  const opened = page.waitForEvent('filechooser')
  await page.locator('input[type="file"]').click()
  await (await opened).setFiles(files)
}

const go = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Upload', exact: true })
const refused = (page: Page) => page.locator('.refused li')
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a file is sent by the form alone; what is wrong keeps what was typed', async ({ page }) => {
    await open(page)
    await page.getByLabel('Title').fill('Two words')
    await page.getByLabel('Rating').selectOption('pg')
    await field(page).setInputFiles(text)
    await go(page).click()
    await expect(field(page)).toHaveAccessibleDescription(/This isn’t a GIF/)
    await expect(field(page)).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveValue('Two words')
    await expect(page.getByLabel('Rating')).toHaveValue('pg')

    // More than the bound: a browser reads the response although the server did not read the file.
    await field(page).setInputFiles(gifOf('large.gif', 26 * MEBI))
    await go(page).click()
    await expect(field(page)).toHaveAccessibleDescription(/too large\. The limit is 25 MB/)
    await expect(page.getByLabel('Title')).toHaveValue('Two words')

    await field(page).setInputFiles(gifOf('small.gif'))
    await go(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your upload is live' })).toBeVisible()
    await expect(page.getByLabel('Embed')).toHaveValue(/^<iframe /)
    await page.getByRole('link', { name: 'Open page' }).click()
    await expect(page).toHaveURL(/\/gifs\/two-words-/)
    await expect(page.getByRole('heading', { level: 1, name: 'Two words' })).toBeVisible()
  })
})

test('several files go one after the other, and each says how it ended', async ({ page }) => {
  const { said } = watch(page)
  await open(page)
  const file = gifOf('one.gif')
  await choose(page, file, text, gifOf('two.gif'))
  // What is no GIF is no file of the list.
  await expect(refused(page)).toHaveText(/^notes\.txt: This isn’t a GIF/)
  await expect(page.locator('.uploads li')).toHaveCount(2)
  const titles = page.getByRole('listitem').getByLabel('Title')
  await titles.nth(0).fill('First of two')
  await titles.nth(1).fill('Second of two')
  await page.getByLabel('Tags').fill('one, two')
  // Each file has its kind too; the form's is for an address.
  await page.getByLabel('Kind two.gif').selectOption('Sticker')
  await expect(page.getByLabel('Kind', { exact: true })).toBeHidden()
  await go(page).click()
  for (const name of ['First of two', 'Second of two']) {
    await expect(row(page, name)).toContainText('Your upload is live')
    await expect(row(page, name)).toContainText(
      /All sizes are ready|The still images are ready|It keeps its size/,
      { timeout: 30_000 },
    )
    await expect(row(page, name).getByRole('link', { name })).toHaveAttribute('href', /^\/gifs\//)
  }
  for (const [name, path] of [
    ['First of two', /^\/gifs\/first-/],
    ['Second of two', /^\/stickers\/second-/],
  ] as const) {
    const href = await row(page, name).getByRole('link', { name }).getAttribute('href')
    const response = await page.request.get(product.base + href)
    expect(new URL(response.url()).pathname).toMatch(path)
  }
  // The same file again.
  await choose(page, { ...file, name: 'again.gif' })
  await go(page).click()
  await expect(row(page, 'again.gif')).toContainText('This file is already here')
  await row(page, 'again.gif').getByRole('link', { name: 'again.gif' }).click()
  await expect(page.getByRole('link', { name: 'one', exact: true })).toBeVisible()
  expect(said).toEqual([])
})

test('an upload shows its progress, is cancelled, tried again, and taken down', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page)
  await open(page)
  await choose(page, gifOf('slow.gif', 2 * MEBI))
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: MEBI / 8 }
  await cdp.send('Network.emulateNetworkConditions', line)
  await go(page).click()
  const slow = row(page, 'slow.gif')
  await expect(slow).toContainText(/[\d.]+ (MB|kB) of 2 MB/)
  await expect(slow.getByRole('progressbar', { name: 'slow.gif' })).toBeVisible()
  await slow.getByRole('button', { name: 'Cancel slow.gif' }).click()
  await expect(slow).toContainText('Canceled')
  await expect(slow.getByRole('button', { name: 'Try again slow.gif' })).toBeFocused()
  await cdp.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await page.keyboard.press('Enter')
  // Until the server has noticed the end of the first one, it says that a large file is on its way: the page waits for it.
  await expect(slow).toContainText('Your upload is live', { timeout: 50_000 })
  // Another one is taken down before its page looks at it for the first time.
  await page.route('**/api/v3/uploads/*', async (route) => {
    const gif_id = new URL(route.request().url()).pathname.split('/').at(-1)
    await product.asStaff('/api/v3/content-takedown/takedown', { takedowns: [{ gif_id, reason: 'Theirs' }] })
    await route.continue()
  })
  await choose(page, gifOf('theirs.gif'))
  await go(page).click()
  await expect(refused(page).filter({ hasText: 'theirs.gif' })).toContainText('This file was taken down')
})

test('while another large file is on its way a file waits, and goes by itself; it can be stopped', async ({
  page,
}) => {
  let refusals = 0
  await page.route('**/v1/gifs', async (route) => {
    if (++refusals > 2) return route.continue()
    await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { meta: { msg: 'busy' } } })
  })
  await open(page)
  await choose(page, gifOf('waits.gif'))
  await go(page).click()
  await expect(row(page, 'waits.gif')).toContainText('Yours is next')
  await expect(row(page, 'waits.gif')).toContainText('Your upload is live')
  expect(refusals).toBe(3)

  refusals = -100
  await choose(page, gifOf('stopped.gif'))
  await go(page).click()
  const stopped = row(page, 'stopped.gif')
  await expect(stopped).toContainText('Yours is next')
  await stopped.getByRole('button', { name: 'Cancel stopped.gif' }).click()
  await expect(stopped).toContainText('Canceled')
})

test('files can be dropped and pasted anywhere on the page', async ({ page }) => {
  await open(page)
  await ready(page)
  for (const type of ['drop', 'paste'] as const) {
    await page.evaluate(
      ([kind, bytes]) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(bytes)], `by-${kind}.gif`, { type: 'image/gif' }))
        const init = { bubbles: true, cancelable: true }
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data })
        document.body.dispatchEvent(event)
      },
      [type, [...gifOf('').buffer]] as const,
    )
    await expect(row(page, `by-${type}.gif`)).toContainText('Ready')
  }
  await go(page).click()
  await expect(row(page, 'by-paste.gif')).toContainText('Your upload is live')
})

test('nothing to send is told, and somebody who was signed out is told', async ({ page }) => {
  await open(page)
  await ready(page)
  // The file first, then words about it.
  await expect(page.getByLabel('Tags')).toBeHidden()
  await page.getByLabel('File URL').fill('https://example.com/a.gif')
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.getByLabel('File URL').fill('')
  await expect(page.getByLabel('Tags')).toBeHidden()
  await go(page).click()
  await expect(field(page)).toBeFocused()
  await choose(page, gifOf('late.gif'))
  await page.context().clearCookies()
  await go(page).click()
  await expect(row(page, 'late.gif')).toContainText('You’re signed out')
})

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('dropping is not offered, and a limited person reads that uploads wait', async ({ page }) => {
    await open(page, 'lim')
    await ready(page)
    await expect(page.getByText('drop it here')).toBeHidden()
    await expect(field(page)).not.toHaveAccessibleDescription(/drop/)
    await choose(page, gifOf('held.gif'))
    await go(page).click()
    await expect(row(page, 'held.gif')).toContainText('Your upload is waiting for review')
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('axe finds nothing, nothing moves, and it holds at every width', async ({ page }) => {
      await product.signIn(page, 'ann')
      const languages = colorScheme === 'light' ? ['en', 'de', 'fr'] : ['es', 'ja']
      const look = { paths: ['/upload'], languages, widths: [320, 360, 1440], opened: () => ready(page) }
      expect(await faultsAtWidths(page, product.base, look)).toEqual([])
      await choose(page, gifOf('one.gif'), text)
      await expect(refused(page)).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}

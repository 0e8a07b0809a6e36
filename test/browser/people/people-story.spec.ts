import { expect, type Page } from '@playwright/test'
import { type SampleKind, sampleBytes } from '../../fixtures/library/media-samples.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct()
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

const PASSWORD = 'four words are enough'

/** Goes on with the Tab key to what has this label, and types. */
async function type(page: Page, label: string, text: string) {
  await tabTo(page, () => page.getByLabel(label))
  await page.keyboard.type(text)
}

/** Goes on with the Tab key to a button or link, and presses Enter. */
async function enter(page: Page, role: 'button' | 'link', name: string) {
  await tabTo(page, () => page.getByRole('main').getByRole(role, { name, exact: true }))
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, find: () => ReturnType<Page['locator']>) {
  await expect(find()).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await find().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not lead to ${find()}`)
}

/** The other kinds, which a few bytes more would break. An account that is deleted gives its files back. */
const OTHERS = ['webp', 'png', 'mp4'] as const

const fileOf = (name: string, kind: SampleKind, more = '') => ({
  name,
  mimeType: kind === 'mp4' ? 'video/mp4' : `image/${kind}`,
  buffer: Buffer.concat([sampleBytes(kind), Buffer.from(more)]),
})

/** Where it is said that a file is there: its row, or the page without scripts. The status says it once more. */
const done = (page: Page) => page.locator('.uploads li, h1').filter({ hasText: 'Your upload is live' })

/** Uploads a GIF by the page and the keyboard, and goes to the page of the item. */
async function upload(page: Page, name: string, title: string, hasScripts: boolean): Promise<string> {
  await page.goto(`${product.base}/upload`)
  if (hasScripts) await expect(page.locator('.uploads')).toBeAttached()
  // Before anything is pressed: a key does not wait until the browser knows that its dialog is awaited.
  const opened = page.waitForEvent('filechooser')
  if (!hasScripts) await type(page, 'Title', title)
  await tabTo(page, () => page.getByLabel('File', { exact: true }))
  await page.keyboard.press('Space')
  // What follows its trailer changes its hash and nothing else.
  await (await opened).setFiles(fileOf(name, 'gif', title))
  // With scripts, a title is its file's.
  if (hasScripts) {
    await tabTo(page, () => page.getByRole('listitem').getByLabel('Title'))
    await page.keyboard.type(title)
  }
  await enter(page, 'button', 'Upload')
  await expect(done(page).first()).toBeVisible()
  await enter(page, 'link', hasScripts ? title : 'Open page')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectPlays(page)
  return new URL(page.url()).pathname
}

/** Uploads the other kinds, with scripts all at once. */
async function uploadOthers(page: Page, hasScripts: boolean): Promise<void> {
  const files = OTHERS.map((kind) => fileOf(`a.${kind}`, kind))
  const sets = hasScripts ? [files] : files.map((file) => [file])
  for (const set of sets) {
    await page.goto(`${product.base}/upload`)
    if (hasScripts) await expect(page.locator('.uploads')).toBeAttached()
    const opened = page.waitForEvent('filechooser')
    await page.getByLabel('File', { exact: true }).click()
    await (await opened).setFiles(set)
    await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(done(page)).toHaveCount(set.length)
  }
}

/** The picture or film on an item's page, which plays. */
const expectPlays = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main :is(picture img, video).motion, main .motion img')
        .first()
        .evaluate((shown: HTMLImageElement | HTMLVideoElement) =>
          'videoWidth' in shown ? shown.videoWidth * shown.currentTime : shown.naturalWidth,
        ),
    )
    .toBeGreaterThan(0)

/** What somebody else gets. */
const expectForVisitors = (path: string, status: number) =>
  expect.poll(async () => (await fetch(product.base + path)).status).toBe(status)

const rows = (page: Page) => page.locator('.gifs li')

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a person’s story by keyboard, with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })
    const name = javaScriptEnabled ? 'ida' : 'jon'

    test('joins, uploads, edits, sees it play, go and come back, and leaves', async ({ page }) => {
      test.slow()
      const { said } = watch(page)
      const email = `${name}@example.test`
      await page.goto(`${product.base}/register`)
      await type(page, 'Username', name)
      await type(page, 'Email address', email)
      await type(page, 'Password', PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await page.goto(product.base + (await product.linkTo(email)))
      await enter(page, 'button', 'Confirm address')
      // Who has the mail, and the browser that registered, is signed in.
      await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

      const path = await upload(page, `${name}.gif`, `Loop of ${name}`, javaScriptEnabled)
      const id = path.split('-').pop()
      await uploadOthers(page, javaScriptEnabled)
      await page.goto(`${product.base}/account/gifs`)
      await expect(rows(page)).toHaveCount(4)
      for (const at of OTHERS.keys()) {
        await rows(page).nth(at).getByRole('link', { name: 'Untitled', exact: true }).click()
        await expectPlays(page)
        await page.goBack()
      }

      await enter(page, 'link', `Edit Loop of ${name}`)
      await tabTo(page, () => page.getByLabel('Title'))
      await page.keyboard.press('End')
      await page.keyboard.type(', better')
      await tabTo(page, () => page.getByRole('radio', { name: 'Everyone', exact: true }))
      await page.keyboard.press('ArrowUp')
      // The first of the page's forms.
      await tabTo(page, () => page.getByRole('button', { name: 'Save', exact: true }).first())
      await page.keyboard.press('Enter')
      await expect(page.getByText('Changes saved.')).toBeVisible()
      await expectForVisitors(path, 404)
      await page.goto(product.base + path)
      // A browser may keep a page for a minute; a reload asks.
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: `Loop of ${name}, better` })).toBeVisible()
      await page.goto(`${product.base}/account/gifs`)
      await enter(page, 'button', `Show Loop of ${name}, better`)
      await expect(page.getByRole('button', { name: `Hide Loop of ${name}, better` })).toBeVisible()
      await expectForVisitors(path, 200)

      if (javaScriptEnabled) {
        await page.goto(product.base + path)
        await enter(page, 'button', 'Favorite')
        await expect(page.getByRole('button', { name: 'Favorite', exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
        // The button has it before the account does; whoever goes on at once keeps it.
        await page.goto(`${product.base}/account`)
        const stored = () => page.request.get(`${product.base}/api/v1/users/self/favorites/${id}`)
        await expect.poll(async () => (await stored()).json()).toEqual({ id, favorite: true })
        await page.goto(`${product.base}/favorites`)
        await expect(page.locator(`main a[href*="${id}"]`).first()).toBeVisible()
      }

      const takedowns = [{ gif_id: id, reason: 'a claim' }]
      await product.asStaff('/api/v3/content-takedown/takedown', { takedowns, send_email: false })
      await page.goto(product.base + path)
      expect((await page.reload())?.status()).toBe(410)
      expect((await page.goto(`${product.base}/account/gifs/${id}`))?.status()).toBe(410)
      type Rows = { results: { id: number; gif_id: string }[] }
      const { results } = (await product.asStaff('/api/v3/content-takedown/')) as Rows
      const row = results.find(({ gif_id }) => gif_id === id)?.id
      await product.asStaff(`/api/v3/content-takedown/${row}/restore`, { reason: 'a mistake' })
      await page.goto(product.base + path)
      expect((await page.reload())?.status()).toBe(200)
      await expectPlays(page)

      await page.goto(`${product.base}/account/gifs`)
      await rows(page).first().getByRole('link', { name: 'Edit' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Delete GIF' })).toBeVisible()
      const gone = new URL(page.url()).pathname
      await tabTo(page, () => page.getByLabel('Yes, delete it for good'))
      await page.keyboard.press('Space')
      await enter(page, 'button', 'Delete GIF')
      await expect(page.getByText('GIF deleted.')).toBeVisible()
      await expect(rows(page)).toHaveCount(3)
      await expectForVisitors(`/gifs/${gone.split('/').pop()}`, 404)

      // A page that caches share has the name from this browser.
      await page.goto(`${product.base}/trending`)
      const way = page.getByRole('banner').getByRole('link', {
        name: javaScriptEnabled ? name : 'Sign in',
        exact: true,
      })
      await way.press('Enter')
      await expect(page).toHaveURL(/\/account$/)
      const danger = page.locator('section', { hasText: 'GIFs are deleted right away' })
      await tabTo(page, () => danger.getByLabel('Current password'))
      await page.keyboard.type(PASSWORD)
      await enter(page, 'button', 'Delete account')
      await expect(page.getByText('Your account was deleted.')).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
      await expectForVisitors(path, 404)
      // What is hidden or taken down says so, also in its page's preview where that has had the time to come.
      const isMeant = (line: string) =>
        line.includes('410') || (line.includes('404') && /\/embed\//.test(line))
      expect(said.filter((line) => !isMeant(line))).toEqual([])
    })
  })
}

import { expect, type Page } from '@playwright/test'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { faultsAtWidths } from '../widths.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

let product: Awaited<ReturnType<typeof productWith>>

/** Six items of the library for each, with views of the last days on two sites. */
const itemsOf = (person: string, offset: number) => `
  UPDATE gifs SET user_id = 'id-${person}' WHERE id IN (
    SELECT id FROM gifs WHERE is_hidden = 0 AND is_removed = 0 AND type = 'gif' ORDER BY num LIMIT 6 OFFSET ${offset})`
const COUNTS = `
  INSERT INTO day_counts (gif_id, day, action, count)
  SELECT g.id, date('now', '-' || value || ' days'), 'SEEN', 10 + value
    FROM gifs AS g, json_each('[0,1,2,5]') WHERE g.user_id IN ('id-ann', 'id-bob')`
const SITES = `
  INSERT INTO site_counts (gif_id, day, site, action, count)
  SELECT g.id, date('now'), value, 'SEEN', 9
    FROM gifs AS g, json_each('["https://blog.example.com", ""]') WHERE g.user_id IN ('id-ann', 'id-bob')`

test.beforeAll(async () => {
  product = await productWith([itemsOf('ann', 0), itemsOf('bob', 6), COUNTS, SITES], 'ann:artist', 'bob')
})
test.afterAll(() => product.stop())

/** Goes on with the Tab key to what has this name. */
async function tabTo(page: Page, find: () => ReturnType<Page['locator']>) {
  await expect(find()).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    if (await find().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not lead to ${find()}`)
}

async function press(page: Page, role: 'button' | 'link', name: string | RegExp, key = 'Enter') {
  await tabTo(page, () => page.getByRole('main').getByRole(role, { name, exact: true }).first())
  await page.keyboard.press(key)
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, () => page.getByLabel(label, { exact: true }).first())
  await page.keyboard.type(text)
}

const saved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: 'Changes saved.' })).toBeVisible()

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 1280, height: 900 } })

    test('an owner fills a channel and a story by keyboard, and reads the figures', async ({ page }) => {
      await product.signIn(page, javaScriptEnabled ? 'ann' : 'bob')
      await page.goto(`${product.base}/account`)
      await press(page, 'link', 'Your channels')
      await type(page, 'Name', 'Sea life')
      await press(page, 'button', 'Create channel')
      await expect(page.getByRole('heading', { level: 1, name: 'Sea life' })).toBeVisible()

      await press(page, 'link', 'Add GIFs')
      await expect(page.getByRole('checkbox')).toHaveCount(6)
      for (const at of [0, 2]) {
        await tabTo(page, () => page.getByRole('checkbox').nth(at))
        await page.keyboard.press('Space')
      }
      await press(page, 'button', 'Add GIFs')
      await saved(page)
      await expect(page.locator('.picks li')).toHaveCount(2)
      await tabTo(page, () => page.locator('.picks').getByRole('checkbox').first())
      await page.keyboard.press('Space')
      await press(page, 'button', 'Remove selected')
      await expect(page.locator('.picks li')).toHaveCount(1)
      await tabTo(page, () => page.locator('#ranked-tag'))
      await page.keyboard.type('whales')
      await page.keyboard.press('Enter')
      await saved(page)
      await expect(page.getByRole('button', { name: 'Remove whales' })).toBeVisible()

      await page.goto(`${product.base}/account/stories`)
      await type(page, 'Title', 'A day')
      await press(page, 'button', 'Create story')
      await press(page, 'link', 'Add GIFs')
      for (const at of [1, 3]) {
        await tabTo(page, () => page.getByRole('checkbox').nth(at))
        await page.keyboard.press('Space')
      }
      await press(page, 'button', 'Add GIFs')
      const names = page.locator('ol.records li p')
      await expect(names).toHaveCount(2)
      // Its buttons leave a title its room.
      expect((await names.nth(1).boundingBox())?.width).toBeGreaterThan(300)
      const second = await names.nth(1).textContent()
      await press(page, 'button', /^Up /)
      await expect(names.first()).toContainText(second ?? '')
      await press(page, 'button', 'Publish')
      await expect(page.getByText(/^Published /)).toBeVisible()
      await press(page, 'button', 'Unpublish')
      await expect(page.getByText('Draft')).toBeVisible()

      await page.goto(`${product.base}/account`)
      await press(page, 'link', 'Figures')
      await expect(page.getByRole('img', { name: /^Views: [1-9]/ })).toBeVisible()
      await expect(page.getByRole('rowheader', { name: 'https://blog.example.com' })).toBeVisible()
    })
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('axe finds nothing, nothing moves, and it holds at every width', async ({ page }) => {
      await product.signIn(page, 'ann')
      const csrf =
        (await page.context().cookies()).find(({ name }) => name.endsWith('csrftoken'))?.value ?? ''
      const headers = { Origin: product.base, 'X-CSRFToken': csrf }
      const made = await page.request.post(`${product.base}/api/v3/channels/`, {
        headers,
        form: { display_name: `${LONG} ${colorScheme}` },
      })
      const { id } = (await made.json()) as { id: string }
      const gifs = (await (await page.request.get(`${product.base}/api/v1/users/self/gifs`)).json()) as {
        results: { id: string }[]
      }
      const ids = gifs.results.map((gif) => gif.id)
      await page.request.put(`${product.base}/api/v3/channels/${id}/gifs/`, {
        headers,
        form: { add: ids.join() },
      })
      await page.request.post(`${product.base}/api/v3/channel-ranked-tags/`, {
        headers,
        form: { channel: id, tag: LONG },
      })
      const told = await page.request.post(`${product.base}/gateway/stories`, {
        headers,
        data: { title: `${LONG} ${colorScheme}`, gifs: ids },
      })
      const { story_id } = (await told.json()) as { story_id: string }
      const paths = [
        ...['', '/channels', `/channels/${id}`, `/channels/${id}/add`, '/stories', `/stories/${story_id}`],
        ...['/follows', '/figures', `/gifs/${ids[0]}`],
      ].map((path) => `/account${path}`)
      const languages = colorScheme === 'light' ? ['en', 'de', 'fr'] : ['es', 'ja']
      const look = { paths, languages, widths: [320, 390, 1440] }
      expect(await faultsAtWidths(page, product.base, look)).toEqual([])
    })
  })
}

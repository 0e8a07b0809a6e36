import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { watch } from '../watched.ts'

let product: InSetUp<Awaited<ReturnType<typeof signedInProduct>>>
let gifs: string[]
let sticker: string

const idsOf = async (type: string, limit: number) => {
  const response = await fetch(`${product.base}/v1/${type}/trending?limit=${limit}`)
  const { data } = (await response.json()) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

test.beforeAll(async ({ setUp }) => {
  product = await inSetUp(setUp, await signedInProduct('max:moderator', 'sue:staff'))
  gifs = await idsOf('gifs', 3)
  const [first = ''] = await idsOf('stickers', 1)
  sticker = first
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 }, timezoneId: 'America/New_York' })

async function open(page: Page, path: string) {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/${path}`)
  await expect(page.locator('.admin-intro')).toBeVisible()
}

const rows = (page: Page) => page.locator('tr[data-row]')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Tomorrow's day in the zone of the page. */
const tomorrow = (page: Page) =>
  page.evaluate(() => {
    const at = new Date()
    at.setDate(at.getDate() + 1)
    return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
  })

/** No fault, at any width and in both colors. */
async function isSound(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  for (const width of [1024, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(wide, { message: `at ${width}` }).toBe(width)
  }
}

test.describe
  .serial('the trending schedule', () => {
    test('takes GIFs and stickers for a time in the reader’s zone, and nothing for one that has passed', {
      tag: '@both',
    }, async ({ page }) => {
      const { said } = watch(page)
      await open(page, 'schedule')
      await expect(page.getByText('Nothing scheduled.')).toBeVisible()
      await button(page, 'Schedule').press('Enter')
      await dialog(page).getByRole('button', { name: 'Schedule' }).click()
      await expect(dialog(page).getByText('Enter at least one item.')).toBeVisible()
      await expect(dialog(page).getByText('Choose a date and time in the future.')).toBeVisible()
      await expect(dialog(page).getByText('In your time zone, America/New_York.')).toBeVisible()
      expect(await violations(page)).toEqual([])
      const [one = '', two = ''] = gifs
      const items = dialog(page).getByLabel('GIFs or stickers')
      const day = await tomorrow(page)
      await items.fill('nothere1')
      await dialog(page).getByLabel('Date and time').fill(`${day}T09:30`)
      await dialog(page).getByRole('button', { name: 'Schedule' }).click()
      await expect(page.getByText('No GIF or sticker has the ID nothere1.')).toBeVisible()
      await items.fill(`${one}\nnothere1\n${product.base}/gifs/a-title-${two}\n${sticker}\nnot an ID`)
      await dialog(page).getByRole('button', { name: 'Schedule' }).click()
      await expect(
        page.getByText(/^3 scheduled for .* Not in the library: nothere1, not an ID\.$/),
      ).toBeVisible()
      await expect(items).toHaveValue('nothere1\nnot an ID')
      await button(page, 'Cancel').click()
      await expect(rows(page)).toHaveCount(2)
      const response = await page.request.get(`${product.base}/gateway/trendingscheduler/schedule`)
      const { results } = (await response.json()) as { results: { id: string; timestamp: string }[] }
      const expected = await page.evaluate((at) => new Date(at).toISOString(), `${day}T09:30`)
      expect(results.map(({ id, timestamp }) => [id, timestamp])).toEqual([
        [one, expected],
        [two, expected],
      ])
      await page.getByLabel('Type').selectOption('Stickers')
      await expect(rows(page)).toHaveCount(1)
      await expect(page).toHaveURL(/\?type=sticker$/)
      expect(said).toEqual([])
    })

    test('is a month that the keys go through, and a day that shows what comes', async ({ page }) => {
      await open(page, 'schedule?view=calendar')
      const today = page.locator('[data-day][tabindex="0"]')
      await today.focus()
      await page.keyboard.press('ArrowRight')
      const chosen = page.locator(`[data-day="${await tomorrow(page)}"]`)
      await expect(chosen).toBeFocused()
      await expect(chosen).toHaveAccessibleName(/: 2 scheduled$/)
      const entries = page.locator('.admin-day li')
      await expect(entries).toHaveCount(2)
      await expect(entries.first()).toContainText('9:30 AM')
      await isSound(page)
      await page.keyboard.press('PageDown')
      await expect(page.locator('[data-day]:focus')).toHaveAccessibleName(/: 0 scheduled$/)
      await expect(page.getByText('Nothing scheduled for this day.')).toBeVisible()
      await page.keyboard.press('PageUp')
      await expect(chosen).toBeFocused()
      await page.reload()
      await expect(entries).toHaveCount(2)

      await entries.first().getByRole('button', { name: 'Remove' }).press('Enter')
      await expect(entries).toHaveCount(1)
      await button(page, 'Undo').press('Enter')
      await expect(entries).toHaveCount(2)
      await button(page, 'Schedule for this day').click()
      await expect(dialog(page).getByLabel('Date and time')).toHaveValue(/T09:00$/)
    })

    test('remembers who has done what', async ({ page }) => {
      await open(page, 'schedule?view=list')
      await page.getByRole('radio', { name: 'List' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).nth(0)).toContainText('Scheduled')
      await expect(rows(page).nth(1)).toContainText('Removed')
      await expect(rows(page).nth(2)).toContainText('sue')
      await isSound(page)
    })

    test('says so where it cannot be read', async ({ page }) => {
      await page.route('**/trendingscheduler/**', (route) => route.fulfill({ status: 503, body: '{}' }))
      for (const view of ['list', 'calendar', 'activity']) {
        await open(page, `schedule?view=${view}`)
        await expect(page.getByText('Couldn’t load this list.')).toBeVisible()
        await expect(button(page, 'Try again')).toBeVisible()
      }
    })
  })

test.describe
  .serial('stories', () => {
    const status = async (slug: string) => (await fetch(`${product.base}/stories/${slug}`)).status
    const badge = (page: Page) => page.locator('.admin-story-state .admin-badge')
    const order = (page: Page) => page.locator('.admin-order li a')

    test('one is written, put in order by keyboard, and published, taken back and published later', {
      tag: '@both',
    }, async ({ page }) => {
      const { said } = watch(page)
      await open(page, 'stories')
      await button(page, 'New story').press('Enter')
      await button(page, 'Save').click()
      await expect(page.getByText('Enter a title.')).toBeVisible()
      await expect(page.getByText('Add at least one GIF.')).toBeVisible()
      await isSound(page)
      const [one = '', two = '', three = ''] = gifs
      await page.getByLabel('Title').fill('A day out')
      await page.getByLabel('URL name').fill('a-day-out')
      await page.getByLabel('Tags').fill('day, out')
      await page.getByLabel('Add GIFs').fill('nothere1')
      await button(page, 'Add').click()
      await expect(page.getByText('“nothere1” isn’t in the library.')).toBeVisible()
      await page.getByLabel('Add GIFs').fill([one, two, three].join('\n'))
      await button(page, 'Add').click()
      await expect(order(page)).toHaveCount(3)
      await button(page, 'Move GIF 1 down').press('Enter')
      await expect(button(page, 'Move GIF 2 down')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(button(page, 'Move GIF 3 up')).toBeFocused()
      await expect(page.getByText('Now 3 of 3.')).toBeVisible()
      await page.getByLabel('Cover 2').check()
      await button(page, 'Remove GIF 1').press('Enter')
      await expect(button(page, 'Remove GIF 1')).toBeFocused()
      await button(page, 'Save').click()
      await expect(page.getByText('“A day out” was saved.')).toBeVisible()
      await expect(page).toHaveURL(/story=\w+/)
      await expect(order(page).first()).toHaveAttribute('href', new RegExp(`${three}$`))
      await expect(order(page).last()).toHaveAttribute('href', new RegExp(`${one}$`))
      await expect(page.getByLabel('Cover 1')).toBeChecked()
      await expect(badge(page)).toHaveText('Draft')
      expect(await status('a-day-out')).toBe(404)
      await isSound(page)

      const [preview] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'Open page' }).click(),
      ])
      await expect(preview.getByRole('heading', { name: 'A day out' })).toBeVisible()
      await preview.close()
      await button(page, 'Publish now').press('Enter')
      await expect(badge(page)).toHaveText(/^Published /)
      await expect.poll(() => status('a-day-out'), { timeout: 20_000 }).toBe(200)
      await expect(page.getByText(/^Not on the Stories page: it lists/)).toBeVisible()
      await isSound(page)
      await button(page, 'Unpublish').click()
      await expect(badge(page)).toHaveText('Draft')
      await button(page, 'Publish later').click()
      await dialog(page)
        .getByLabel('Date and time')
        .fill(`${await tomorrow(page)}T08:00`)
      expect(await violations(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Publish later' }).click()
      await expect(badge(page)).toHaveText(/^Publishes .*8:00/)
      expect(said).toEqual([])
    })

    test('is found by its person’s name, and a save goes over nobody else’s', async ({ page }) => {
      await open(page, 'stories')
      await page.getByRole('radio', { name: 'By person' }).check()
      await expect(page.getByText('Enter a username')).toBeVisible()
      await page.getByRole('searchbox').fill('sue')
      await expect(rows(page)).toHaveCount(1)
      await rows(page).first().press('Enter')
      await expect(page.getByLabel('Title')).toHaveValue('A day out')
      const id = new URL(page.url()).searchParams.get('story')
      await product.asStaff(`/gateway/stories/${id}`, { title: 'Theirs', caption: 'Theirs' }, 'PUT')
      await page.getByLabel('Title').fill('Mine')
      await page.getByLabel('Tags').fill('mine')
      await button(page, 'Save').click()
      await expect(page.getByText('Someone else already changed this.')).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue('Theirs')
      await expect(page.getByLabel('Caption')).toHaveValue('Theirs')
      await expect(page.getByLabel('Tags')).toHaveValue('mine')
      await button(page, 'All stories').click()
      await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
      await button(page, 'Save').click()
      await expect(page.getByText('“Theirs” was saved.')).toBeVisible()

      // Somebody else saves between this page's two calls.
      let isOvertaken = true
      await page.route(`**/gateway/stories/${id}`, async (route) => {
        if (route.request().method() === 'PUT' && isOvertaken) {
          isOvertaken = false
          await product.asStaff(`/gateway/stories/${id}`, { title: 'Faster' }, 'PUT')
        }
        await route.continue()
      })
      await page.getByLabel('Title').fill('Slower')
      await button(page, 'Save').click()
      await expect(page.getByText('Someone else already changed this.')).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue('Faster')
      await page.getByLabel('Title').fill('Theirs')
      await button(page, 'Save').click()
      await expect(page.getByText('“Theirs” was saved.')).toBeVisible()

      await product.asStaff('/gateway/stories', { title: 'Second', slug: 'second', gifs: [gifs[0]] })
      await page.getByLabel('URL name').fill('second')
      await button(page, 'Save').click()
      await expect(page.getByText('Another story uses this URL name.')).toBeVisible()
    })

    test('one trends from a time on, and no more; then it is deleted', async ({ page }) => {
      await open(page, 'stories?view=person&user=sue')
      await button(page, 'Edit: Theirs').click()
      await button(page, 'Add to trending').click()
      await dialog(page)
        .getByLabel('Date and time')
        .fill(`${await tomorrow(page)}T10:00`)
      await dialog(page).getByRole('button', { name: 'Add to trending' }).click()
      await expect(page.getByText('“Theirs” will be trending from')).toBeVisible()
      await button(page, 'All stories').click()
      await page.getByRole('radio', { name: 'Trending' }).check()
      await expect(rows(page)).toHaveCount(1)
      await isSound(page)
      await button(page, 'Remove: Theirs').click()
      await expect(page.getByText('No trending stories.')).toBeVisible()
      await button(page, 'Undo').click()
      await expect(rows(page)).toHaveCount(1)
      await button(page, 'Undo').click()
      await expect(page.getByText('No trending stories.')).toBeVisible()

      await page.getByRole('radio', { name: 'By person' }).check()
      await rows(page).first().press('Enter')
      await button(page, 'Delete').click()
      await expect(dialog(page).getByText('This can’t be undone.')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
      await expect(page.getByText('sue has no stories.')).toBeVisible()
      expect(await status('a-day-out')).toBe(404)
    })
  })

import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { bodiesSent, watch } from '../watched.ts'
import { QUEUE_ROWS } from './staff-rows.ts'

// What a moderator's hands do: nothing that they press moves between items, and what they do twice happens once.

const VIEWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]

let product: Awaited<ReturnType<typeof productWith>>
test.beforeAll(async () => {
  product = await productWith(QUEUE_ROWS, 'sue:staff')
})
test.afterAll(() => product.stop())

async function take(page: Page) {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/moderation`)
  await page.getByRole('button', { name: 'Start reviewing' }).click()
  await decided(page, 0)
}

const decided = (page: Page, done: number) =>
  expect(page.getByText(new RegExp(`^${done} of \\d+ decided$`))).toBeVisible()

const button = (page: Page, name: string) =>
  page.locator('.admin-queue-ways').getByRole('button', { name, exact: true })

/** Where each button of the queue is in the window, by its name. */
const places = (page: Page) =>
  page.locator('.admin-queue-ways').evaluate((ways) =>
    Object.fromEntries(
      [...ways.querySelectorAll('button')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [one.textContent, [x, y, width, height].map(Math.round).join()]
      }),
    ),
  )

/** The item is there, with its picture and reports. */
const itemThere = async (page: Page) => {
  await expect(page.locator('.admin-queue-picture img')).toBeVisible()
  await expect(page.locator('.admin-queue-words figure').first()).toBeAttached()
}

/** The decisions that the page sends. */
async function sentBy(page: Page): Promise<() => (string | null)[]> {
  const sent = await bodiesSent(page, /\/gifs\/\w+\/moderation$/)
  return () => sent.map((body) => body.get('rating') ?? body.get('action'))
}

test.describe('no decision moves between items', () => {
  for (const viewport of VIEWS)
    test(`at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await take(page)
      await itemThere(page)
      const first = await places(page)
      expect(Object.keys(first)).toHaveLength(10)
      for (const [at, key] of ['a', 'h', '4', 's', '2', '1', 'h'].entries()) {
        await page.keyboard.press(key)
        await decided(page, at + 1)
        expect(await places(page)).toEqual(first)
        await itemThere(page)
        expect(await places(page)).toEqual(first)
      }
      await page.keyboard.press('x')
      expect(await places(page)).toEqual(first)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const below = await places(page)
      for (let left = 6; left >= 0; left--) {
        await page.keyboard.press('u')
        await decided(page, left)
        expect(await places(page)).toEqual(below)
      }
      expect(await violations(page)).toEqual([])
    })
})

test('a double click decides once, and takes back once', async ({ page }) => {
  const { said } = watch(page)
  const sent = await sentBy(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await take(page)
  await button(page, 'PG-13').dblclick()
  await decided(page, 1)
  await button(page, 'Hide').click({ clickCount: 3 })
  await decided(page, 2)
  await button(page, 'Undo').dblclick()
  await decided(page, 1)
  await expect(page.getByText('Undone: Hide')).toBeVisible()
  await expect.poll(sent).toEqual(['pg-13', 'hide', 'undo'])
  await button(page, 'Approve').focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await decided(page, 2)
  await expect.poll(sent).toEqual(['pg-13', 'hide', 'undo', 'approve'])
  await page.keyboard.down('s')
  await page.keyboard.down('s')
  await page.keyboard.up('s')
  await decided(page, 3)
  await expect.poll(sent).toEqual(['pg-13', 'hide', 'undo', 'approve', 'skip'])
  await page.keyboard.press('u')
  await page.keyboard.press('u')
  await page.keyboard.press('u')
  await decided(page, 0)
  expect(said).toEqual([])
})

for (const hand of ['mouse', 'keyboard'] as const)
  test(`a takedown is pressed twice, by ${hand}, and Escape or another decision calls it off`, async ({
    page,
  }) => {
    const sent = await sentBy(page)
    await take(page)
    const again = page.getByText('Press again to take it down.')
    const press = async () => {
      if (hand === 'keyboard') return page.keyboard.press('x')
      await button(page, 'Take down').dblclick()
    }
    await expect(button(page, 'Take down')).toHaveText('Take downX')
    await press()
    await expect(again).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()
    await press()
    await page.keyboard.press('s')
    await decided(page, 1)
    await expect(again).toBeHidden()
    await press()
    await expect(again).toBeVisible()
    expect(sent()).toEqual(['skip'])
    await press()
    await decided(page, 2)
    await expect.poll(sent).toEqual(['skip', 'remove'])
    await page.keyboard.press('u')
    await decided(page, 1)
    await expect(page.getByText('Undone: Take down')).toBeVisible()
    await expect.poll(() => sent().at(-1)).toBe('undo')
    await page.keyboard.press('u')
    await decided(page, 0)
    await expect.poll(() => sent().length).toBe(4)
  })

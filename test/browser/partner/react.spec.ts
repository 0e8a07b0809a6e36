import { expect } from '@playwright/test'
import { test } from '../test.ts'
import { serveReactPage } from './react-page.ts'

let page_: Awaited<ReturnType<typeof serveReactPage>>
test.beforeAll(async () => {
  page_ = await serveReactPage()
})
test.afterAll(() => page_.close())

type Told = [name: string, what: unknown][]

test('F19: components for React: rendered by a server, woken without a mismatch, telling in the partner’s own terms', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => message.type() !== 'info' && said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(page_.url)
  const told = () => page.evaluate('told') as Promise<Told>
  const names = async () => new Set((await told()).map(([name]) => name))

  const grid = page.locator('.loop-grid')
  await expect.poll(() => grid.locator('.loop-tile').count()).toBeGreaterThan(10)
  await expect(page.locator('.loop-row .loop-tile').first()).toBeVisible()
  await expect.poll(names).toContain('onGifVisible')

  const own = page.getByRole('link', { name: 'Own 900' })
  await expect(own).toHaveAttribute('href', 'https://partner.test/900')
  await own.hover()
  await expect.poll(told).toContainEqual(['onGifHover', 1800])
  await own.click({ button: 'right' })
  await page.getByRole('button', { name: 'Own 0' }).click()
  for (const name of ['onGifSeen', 'onGifHover', 'onGifRightClick', 'onGifClick', 'onGifsFetched']) {
    await expect.poll(names).toContain(name)
  }
  expect(await told()).toContainEqual(['onGifClick', 0])

  const scrolled = (there: () => Promise<boolean>) =>
    expect
      .poll(async () => {
        await page.mouse.wheel(0, 5000)
        return there()
      })
      .toBe(true)
  await scrolled(() => page.getByText('Error loading GIFs.').isVisible())
  expect(await told()).toContainEqual(['onGifsFetchError', 'Error: down'])
  await page.getByRole('link', { name: 'Try again?' }).click()
  await expect(page.getByText('Error loading GIFs.')).toHaveCount(0)
  const all = async () => (await told()).some(([name, count]) => name === 'onGifsFetched' && count === 80)
  await scrolled(all)
  expect(await grid.locator('.loop-tile').count()).toBeLessThan(60)
  expect(said).toEqual([])
})

test('a list whose first GIFs have no page is reached by Tab at the first that has one, and walked past those without', async ({
  page,
}) => {
  await page.goto(page_.url)
  const grid = page.locator('.loop-grid')
  const stop = grid.locator('.loop-tile:is(a, [tabindex]):not([tabindex="-1"])')
  await expect(stop).toHaveCount(1)
  await expect(stop).toHaveAccessibleName('Own 2')
  await stop.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(stop).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(grid.getByRole('link', { name: 'Own 2', exact: true })).not.toBeFocused()
  await expect(grid.locator('a.loop-tile:focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(grid.locator('.loop-tile:focus')).toHaveCount(0)
})

import { expect, type FrameLocator, type Page } from '@playwright/test'
import { builderSnippet } from '../../../shared/public/builder-snippet.ts'
import { hostPage } from '../host-page.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

test.use({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' })

/** Pastes what the welcome page's builder gives for a picker into another site's page. */
async function pasted(page: Page, product: string, as: 'frame' | 'element') {
  await page.goto(`${product}/?what=picker&as=${as}&rating=g#build`)
  const html = await page.locator('#built').inputValue()
  const place = { publicUrl: product, brand: 'Loopframe', title: 'GIFs' }
  const item = { slug: '', itemUrl: '', title: '', width: 1, height: 1 }
  const form = new URLSearchParams({ what: 'picker', as, rating: 'g' })
  expect(html).toBe(builderSnippet(form, { ...place, item }).html)
  const host = await hostPage(`<textarea></textarea><div>${html}</div><div>${html}</div>`)
  await page.goto(host.url)
  return host
}

/** Picks the first GIF; gives the address of its page. */
async function pick(frame: FrameLocator, product: string): Promise<string> {
  await expect(frame.locator('#picker')).toHaveAttribute('data-ready', '')
  const tile = frame.locator('.loop-tile').first()
  const link = (await tile.getAttribute('href'))?.split('?')[0] ?? ''
  await tile.click()
  return new URL(link, product).href
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('§9 the pasted iframe of a picker copies a link', async ({ page, baseURL: product = '' }) => {
  const { said } = watch(page)
  const host = await pasted(page, product, 'frame')
  const frame = page.locator('iframe').first().contentFrame()
  const url = await pick(frame, product)
  await expect(frame.getByText('Copied', { exact: true })).toBeVisible()
  // The clipboard is read by a page that has the focus.
  await page.locator('textarea').focus()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  expect(said).toEqual([])
  host.close()
})

test('§9 the pasted element of a picker hands over what is picked, each to its own listener', async ({
  page,
  baseURL: product = '',
}) => {
  const { said } = watch(page)
  const host = await pasted(page, product, 'element')
  const links = (at: number) => page.locator('div').nth(at).locator(':scope > a')
  for (const at of [1, 0]) {
    const url = await pick(page.locator('loop-picker').nth(at).locator('iframe').contentFrame(), product)
    await expect(links(at)).toHaveCount(1)
    await expect(links(at)).toHaveAttribute('href', url)
    await expect(links(at)).toHaveText(/\w/)
  }
  expect(said).toEqual([])
  host.close()
})

test('§9 the preview of a picker copies too', async ({ page, baseURL: product = '' }) => {
  await page.goto(`${product}/?what=picker&as=element#build`)
  const frame = page.frameLocator('iframe[name="built"]')
  const url = await pick(frame, product)
  await expect(frame.getByText('Copied', { exact: true })).toBeVisible()
  await page.locator('#built').focus()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
})

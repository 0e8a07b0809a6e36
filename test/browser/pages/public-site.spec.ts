import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { items } from '../library.ts'
import { tabWalkFaults } from '../tab-walk.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('a search is completed by the library’s terms, and an answer that comes late is dropped', async ({
  page,
}) => {
  const { said } = watch(page)
  const slow = Promise.withResolvers<void>()
  await page.route('**/v1/gifs/search/tags?q=ca&*', async (route) => {
    await slow.promise
    await route.continue()
  })
  await page.goto('/trending')
  const field = page.locator('header input[type="search"]')
  const offered = () =>
    field.evaluate(({ list }: HTMLInputElement) => [...(list?.options ?? [])].map(({ value }) => value))
  const late = page.waitForRequest('**/v1/gifs/search/tags?q=ca&*')
  await field.fill('ca')
  await late
  await field.fill('hap')
  await expect.poll(offered).toContain('happy')
  const answered = page.waitForResponse('**/v1/gifs/search/tags?q=ca&*')
  slow.resolve()
  await (await answered).finished()
  expect(await offered()).toContain('happy')
  expect(said).toEqual([])
  // As the browser says it when one is chosen from the list.
  await field.evaluate((input: HTMLInputElement) => {
    input.value = 'happy'
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertReplacementText', bubbles: true }))
  })
  await expect(page).toHaveURL(/\/search\/happy$/)
})

test('what is paused stays paused on the next page, in its frames too, and plays again after a press', async ({
  page,
}) => {
  await page.goto('/trending')
  await page.getByRole('button', { name: 'Pause all motion' }).click()
  await page.locator('.row-tile').first().click()
  await expect(page.locator('.player .still')).toBeVisible()
  await expect(page.locator('.player .motion')).toBeHidden()
  const tile = page.locator('.related .row-tile img').first()
  await tile.scrollIntoViewIfNeeded()
  await expect.poll(() => tile.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/_still\./)
  await expect(page.frameLocator('iframe').first().locator('#embed')).toHaveAttribute('data-paused', '')
  await page.getByRole('button', { name: 'Play all motion' }).click()
  await page.reload()
  await expect(page.locator('.player .motion')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause all motion' })).toBeVisible()
})

test('axe finds nothing on public pages, and the Tab key leads through what is in view', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const walked = ['/', '/search/happy', `/gifs/${items.gif.slug}-${items.gif.id}`]
  const others = ['/categories', '/stories', '/favorites', '/transparency', '/nowhere']
  for (const path of ['/trending?theme=dark', ...[...walked, ...others].map((one) => `${one}?lang=ja`)]) {
    await page.goto(path)
    expect([path, await violations(page)]).toEqual([path, []])
    if (path.startsWith('/categories'))
      await expect(page.getByRole('link', { name: 'リアクション' })).toBeVisible()
    if (walked.some((one) => path.startsWith(`${one}?`)))
      expect([path, await tabWalkFaults(page)]).toEqual([path, []])
  }
})

test('the theme that an address chose stays by links and by the search', async ({ page }) => {
  await page.goto(`/gifs/${items.gif.slug}-${items.gif.id}?theme=dark`)
  await page.getByRole('link', { name: 'Categories' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByLabel('Search GIFs and stickers').fill('happy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\/happy\?theme=dark$/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

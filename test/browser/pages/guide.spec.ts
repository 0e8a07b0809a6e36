import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { sharedTest as test } from '../set-ups.ts'

test('the documentation’s example obeys its buttons and says what happens', async ({ page }) => {
  await page.goto('/docs')
  const log = page.getByRole('list', { name: 'What it reports' }).first()
  await page.locator('loop-embed').scrollIntoViewIfNeeded()
  await expect(log).toContainText('ready')
  const embed = page.frameLocator('loop-embed iframe').locator('#embed')
  await page.getByRole('button', { name: 'pause', exact: true }).click()
  await expect(embed).toHaveAttribute('data-paused', '')
  await expect(log).toContainText('pause')
  await page.getByRole('button', { name: 'play', exact: true }).click()
  await expect(embed).not.toHaveAttribute('data-paused')
  await page.getByRole('button', { name: 'share', exact: true }).click()
  await expect(page.frameLocator('loop-embed iframe').getByRole('dialog', { name: 'Share' })).toBeVisible()
})

test('the documentation’s picker opens beside its button, and the log says what was picked', async ({
  page,
}) => {
  await page.goto('/docs')
  await page.locator('loop-picker').getByRole('button').click()
  const frame = page.frameLocator('loop-picker iframe')
  await expect(frame.locator('#picker')).toHaveAttribute('data-ready', '')
  const alt = await frame.locator('.loop-tile img').first().getAttribute('alt')
  await frame.locator('.loop-tile').first().click()
  const log = page.getByRole('list', { name: 'What it reports' }).last()
  await expect(log.getByRole('listitem').filter({ hasText: 'loop-pick' })).toContainText(`"alt":"${alt}"`)
  await expect(page.getByRole('link', { name: 'API reference' }).last()).toHaveAttribute(
    'href',
    '/docs/api#dialects',
  )
  for (const base of ['/v1', '/v2', '/api/v1/{key}']) {
    await expect(page.getByRole('cell', { name: new RegExp(`^http://[^/]+${base}$`) })).toHaveCount(1)
  }
})

test('the playground: options by keyboard, a live frame, what it reports, and an address that shares it', async ({
  page,
}) => {
  await page.goto('/docs/playground')
  const log = page.getByRole('list', { name: 'What it reports' })
  await expect(log).toContainText('ready')
  await page.getByRole('button', { name: 'pause', exact: true }).press('Enter')
  await expect(log).toContainText('loop-pause')

  await page.getByRole('radio', { name: 'Grid' }).press('Space')
  await page.getByLabel('columns').fill('3')
  await page.getByLabel('q', { exact: true }).fill('happy')
  await page.getByRole('radio', { name: 'Dark', exact: true }).press('Space')
  await page.getByRole('radio', { name: 'RTL' }).press('Space')
  const grid = page.locator('.play-stage[data-host="dark"][dir="rtl"] loop-grid')
  await expect(grid).toHaveAttribute('columns', '3')
  await expect(page.frameLocator('loop-grid iframe').locator('.loop-tile').first()).toBeVisible()
  const snippet = page.getByLabel('Snippet')
  await expect(snippet).toHaveValue(/widgets\/grid\?q=happy&amp;columns=3"/)

  await page.getByLabel('gutter').fill('101')
  await expect(page.getByRole('alert')).toContainText('100')
  await expect(snippet).toHaveValue('')
  await page.getByLabel('gutter').fill('')
  const { search } = new URL(page.url())
  expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({
    ...{ what: 'grid', q: 'happy', columns: '3', host: 'dark', dir: 'rtl' },
  })
  await page.reload()
  await expect(grid).toHaveAttribute('q', 'happy')
  await expect(snippet).toHaveValue(/columns=3/)
  expect(await violations(page)).toEqual([])
})

for (const path of ['/docs', '/docs/playground?what=picker&size=responsive'])
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} on a phone in ${colorScheme}: nothing too wide, nothing for axe`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await expect(page.getByText('border-radius').first()).toBeVisible()
      if (path === '/docs') await expect(page.locator('tbody th', { hasText: 'loop-fetched' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      expect(await violations(page)).toEqual([])
    })
  }

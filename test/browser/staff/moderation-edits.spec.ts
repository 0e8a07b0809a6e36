import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { bodiesSent } from '../watched.ts'
import { EDIT_ROWS } from './staff-rows.ts'

let product: Awaited<ReturnType<typeof productWith>>
test.beforeAll(async () => {
  product = await productWith(EDIT_ROWS, 'max:moderator')
})
test.afterAll(() => product.stop())

test('T57: what an owner has changed is seen before and after, and decided as it was seen', async ({
  page,
}) => {
  const sent = await bodiesSent(page, /\/moderation$/)
  await product.signIn(page, 'max')
  await page.goto(`${product.base}/admin/moderation`)
  await page.getByLabel('Queue').selectOption({ label: 'Edited items' })
  await page.getByRole('button', { name: 'Start reviewing' }).click()
  const changes = page.getByRole('region', { name: 'Changed since the last decision' })
  await expect(changes).toBeVisible()
  const rows = await changes
    .locator('dl > div')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)))
  expect(rows).toEqual([
    ['Title', 'Before A quiet title', 'Now A loud title'],
    ['Tags', 'Before quiet', 'Now loud, louder'],
    ['Rating', 'Before g', 'Now pg'],
    ['Button link', 'Now https://shop.example.com/'],
    ['Tags in other languages', 'Before de: leise', 'Now de: laut'],
    ['Files', 'Now original.gif'],
  ])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('a')
  await expect.poll(() => sent[0]?.get('was')).toMatch(/^\d+$/)
  await expect(page.getByText('Batch done.')).toBeVisible()
})

import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { layoutFaults } from '../layout-faults.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'

const GIF =
  "(SELECT id FROM gifs WHERE is_listed = 1 AND shelf = 'gifs' ORDER BY heat DESC, num DESC LIMIT 1)"
const ANNS = [
  `UPDATE gifs SET user_id = 'id-ann', title = 'Rain on a window' WHERE id = ${GIF}`,
  `INSERT INTO transparency (month, about, name, count, median_s)
   VALUES ('2026-10', 'reports', 'copyright', 1204, NULL), ('2026-10', 'report-results', 'rejected', 410, 9000),
          ('2026-10', 'decisions', 'rating', 3, NULL), ('2026-10', 'rules', 'self-harm', 12, NULL),
          ('2026-09', 'claims', 'copyright', 31, NULL), ('2026-09', 'objection-results', 'accepted', 4, 720000)`,
]

let product: Awaited<ReturnType<typeof productWith>>
let gif: string
let link: string

test.beforeAll(async () => {
  product = await productWith(ANNS, 'ann', 'sue:staff')
  const { data } = (await (await fetch(`${product.base}/v1/gifs/trending?limit=1`)).json()) as {
    data: { id: string }[]
  }
  gif = data[0]?.id ?? ''
})
test.afterAll(() => product.stop())

test.use({ javaScriptEnabled: false })

test('a claim without scripts: its faults are said, what was written stays, and it is sent', async ({
  page,
}) => {
  await page.goto(`${product.base}/gifs/${gif}`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Copyright and claims' }).click()
  await expect(page.getByLabel('Address of the GIF')).toHaveValue(`${product.base}/gifs/${gif}`)
  await page.getByRole('radio', { name: /^Copyright/ }).check()
  await page.getByLabel('Your name').fill('Cleo')
  await page.getByLabel('Email address').fill('cleo@example.test')
  await page.getByLabel('Why is it against').fill('I drew this rain in 2024, see my page.')
  await page.getByLabel('Address of the GIF').fill('https://other.example/gifs/rain')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send claim' }).click()
  await expect(page.getByText('Enter the address of a GIF on this site.').first()).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Cleo')
  expect(await layoutFaults(page)).toEqual([])
  await page.getByLabel('Address of the GIF').fill(`${product.base}/gifs/${gif}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send claim' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thanks for your claim' })).toBeVisible()
})

test('an objection by the link of the mail, once', async ({ page }) => {
  const json = { cases: [{ id: gif }], decision: 'remove', reason: 'A claim', template: 'copyright' }
  await product.asStaff('/api/v3/cases/decide', json)
  link = await product.linkTo('ann@example.test')
  await page.goto(product.base + link)
  await expect(page.getByText('We’ve taken down your GIF “Rain on a window”.')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText('A claim')
})

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing, and nothing is cut off, in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 })
        const claims = ['/claim', '/claim?lang=de', '/claim?done=1&lang=ja', link, `${link}&lang=de`]
        for (const path of [...claims, '/transparency', '/transparency?lang=ja']) {
          await page.goto(product.base + path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          expect([path, await violations(page)]).toEqual([path, []])
          expect([path, await layoutFaults(page)]).toEqual([path, []])
        }
      }
    })
  }

  test('the objection is sent, and the page says so afterwards', async ({ page }) => {
    await page.goto(product.base + link)
    await page.getByLabel('Why is the decision wrong?').fill('This is my own window, in May.')
    await page.getByRole('button', { name: 'Send objection' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thanks for your objection' })).toBeVisible()
    // The list of cases asks for no file of what was taken down.
    await product.signIn(page, 'sue')
    await page.goto(`${product.base}/admin/cases?kind=objection`)
    await expect(page.locator('tr[data-row]')).toContainText('Taken down')
    await expect(page.locator('tr[data-row] img')).toHaveCount(0)
  })
})

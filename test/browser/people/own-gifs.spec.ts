import { expect, type Page } from '@playwright/test'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { faultsAtWidths } from '../widths.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct('ann', 'bob')
})
test.afterAll(() => product.stop())

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

/** Uploads by the call, as a page does. */
async function upload(page: Page, title: string, file = sampleBytes('gif')): Promise<string> {
  const csrf = (await page.context().cookies()).find(({ name }) => name.endsWith('csrftoken'))?.value ?? ''
  const buffer = Buffer.concat([file, Buffer.from(title)])
  const response = await page.request.post(`${product.base}/v1/gifs`, {
    headers: { Origin: product.base, 'X-CSRFToken': csrf },
    multipart: { title, tags: 'cat', file: { name: 'a.gif', mimeType: 'image/gif', buffer } },
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('what is wrong keeps what was typed and has the focus; a deletion wants to be confirmed', async ({
      page,
    }) => {
      await product.signIn(page, 'bob')
      const id = await upload(page, `Bob ${javaScriptEnabled}`)
      await page.goto(`${product.base}/account/gifs/${id}`)
      await page.getByLabel('Title').fill('Typed')
      await page.getByLabel('Tags').fill(`one,${'x'.repeat(101)}`)
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(page.getByLabel('Tags')).toBeFocused()
      await expect(page.getByLabel('Tags')).toHaveAccessibleDescription(/up to 40 tags/)
      await expect(page.getByLabel('Title')).toHaveValue('Typed')
      await page.getByLabel('Tags').fill('one, two')
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(page.getByRole('status').filter({ hasText: 'Changes saved.' })).toBeVisible()
      await expect(page.getByLabel('Tags')).toHaveValue('one, two')

      // The browser itself asks for the confirmation.
      await page.getByRole('button', { name: 'Delete GIF' }).click()
      await expect(page.getByLabel('Yes, delete it for good')).toBeFocused()
      await page.getByLabel('Yes, delete it for good').check()
      await page.getByRole('button', { name: 'Delete GIF' }).click()
      await expect(page).toHaveURL(/\/account\/gifs\?done=gif$/)
      await expect(page.getByText('You have no GIFs here.')).toBeVisible()
    })
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('axe finds nothing, nothing moves, and it holds at every width', async ({ page }) => {
      await product.signIn(page, 'ann')
      const id = await upload(page, `${LONG} ${colorScheme}`)
      await upload(page, `A film ${colorScheme}`, sampleBytes('mp4'))
      const languages = colorScheme === 'light' ? ['en', 'de', 'fr'] : ['es', 'ja']
      const paths = ['/account', '/account/gifs', `/account/gifs/${id}`]
      const look = { paths, languages, widths: [320, 360, 1440] }
      expect(await faultsAtWidths(page, product.base, look)).toEqual([])
    })
  })
}

import { expect, type Page } from '@playwright/test'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'

// Every form of people's pages that asks for words which took a while: a reload and a link ask before they are lost.
// Names and passwords are the browser's to fill in: signing in and registering do not ask.

let product: Awaited<ReturnType<typeof signedInProduct>>
let gif: string
test.beforeAll(async ({ browser }) => {
  product = await signedInProduct('ann')
  const page = await browser.newPage()
  await product.signIn(page, 'ann')
  const csrf = (await page.context().cookies()).find(({ name }) => name.endsWith('csrftoken'))?.value ?? ''
  const file = { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from(sampleBytes('gif')) }
  const response = await page.request.post(`${product.base}/v1/gifs`, {
    headers: { Origin: product.base, 'X-CSRFToken': csrf },
    multipart: { title: 'A sample', tags: 'cat', file },
  })
  gif = ((await response.json()) as { data: { id: string } }).data.id
  await page.close()
})
test.afterAll(() => product.stop())

test.beforeEach(({ page }) => page.setDefaultTimeout(20_000))

type Row = { path: () => string; field: string; person?: 'ann'; send: string }

const FORMS: Readonly<Record<string, Row>> = {
  'a report': { path: () => '/report?q=cats', field: 'Tell us more (optional)', send: 'Send report' },
  'a report of a person': {
    path: () => '/report?q=cats',
    field: 'Tell us more (optional)',
    person: 'ann',
    send: 'Send report',
  },
  'a profile': { path: () => '/account', field: 'About you', person: 'ann', send: 'Save' },
  'an item’s words': {
    path: () => `/account/gifs/${gif}`,
    field: 'Description',
    person: 'ann',
    send: 'Save',
  },
  'an upload': { path: () => '/upload', field: 'File URL', person: 'ann', send: 'Upload' },
}

const LEAVINGS = {
  'a reload': (page: Page) => page.evaluate(() => void setTimeout(() => location.reload())),
  'a link': (page: Page) =>
    page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('header a[href]')
      setTimeout(() => link?.click())
    }),
} as const

for (const [name, { path, field, person, send }] of Object.entries(FORMS))
  test(`${name} keeps what was typed`, async ({ page }) => {
    if (person) await product.signIn(page, person)
    await page.goto(product.base + path())
    const words = page.getByLabel(field, { exact: true })
    // Nothing is asked before anything was typed.
    await page.reload()
    await words.click()
    await page.keyboard.type('words')
    const typed = await words.inputValue()
    for (const [leaving, leave] of Object.entries(LEAVINGS)) {
      const asked = page.waitForEvent('dialog')
      await leave(page)
      const dialog = await asked
      expect(dialog.type(), leaving).toBe('beforeunload')
      await dialog.dismiss()
      await expect(words, leaving).toHaveValue(typed)
    }
    if (send === 'Upload') return page.close()
    if (name.startsWith('a report')) await page.getByRole('radio').first().check()
    page.on('dialog', (dialog) => Promise.reject(new Error(`${dialog.type()} as it is sent`)))
    await page.getByRole('button', { name: send, exact: true }).first().click()
    await expect(page).toHaveURL(/done=/)
    await page.reload()
  })

test('what was refused is not lost without a question either', async ({ page }) => {
  await product.signIn(page, 'ann')
  await page.goto(`${product.base}/account`)
  const website = page.getByLabel('Website', { exact: true })
  await website.fill('https://user:pass@example.test/')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(website).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Tab')
  const asked = page.waitForEvent('dialog')
  await LEAVINGS['a link'](page)
  await (await asked).dismiss()
  await expect(website).toHaveValue('https://user:pass@example.test/')
})

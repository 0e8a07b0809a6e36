import { expect, type Page } from '@playwright/test'
import { hovered } from '../embed-page.ts'
import { standInForVimeo } from '../film-host.ts'
import { embedOf, films, items } from '../library.ts'
import { test } from '../test.ts'
import { trackedProduct } from '../tracked-product.ts'
import { picturesThere } from '../watched.ts'

/** Every violation of a policy in the page and its frames. */
async function violationsOf(page: Page) {
  const found: string[] = []
  await page.exposeFunction('noteViolation', (what: string) => found.push(what))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile }) => {
      const note = (window as unknown as { noteViolation: (what: string) => void }).noteViolation
      note(`${violatedDirective}: ${sample} (${sourceFile})`)
    }),
  )
  return found
}

/** Whether a text can become markup, as an injected script would try. */
const takesMarkup = (page: Page) =>
  page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<img src=x onerror=1>'
      return true
    } catch {
      return false
    }
  })

async function useEmbed(page: Page) {
  await page.mouse.move(300, 180)
  await expect(page.locator('[data-hydrated]').first()).toBeAttached()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeHidden()
}

test.describe('T1: no text becomes markup or a script', () => {
  for (const [name, item] of Object.entries(items)) {
    test(`in the embed of a ${name}, used`, async ({ page }) => {
      const violations = await violationsOf(page)
      await page.goto(embedOf(item))
      await useEmbed(page)
      expect(violations).toEqual([])
      expect(await takesMarkup(page)).toBe(false)
    })
  }

  test('in an embed with a film of Vimeo’s, playing', async ({ page }) => {
    await standInForVimeo(page)
    const violations = await violationsOf(page)
    await hovered(page, embedOf(films.vimeo))
    await page.getByRole('button', { name: 'Watch' }).click()
    await expect(page.locator('iframe')).toBeAttached()
    expect(violations).toEqual([])
    expect(await takesMarkup(page)).toBe(false)
  })

  for (const path of ['/widgets/grid', '/widgets/carousel', '/widgets/grid?q=cat']) {
    test(`in ${path}`, async ({ page }) => {
      const violations = await violationsOf(page)
      await page.goto(path)
      await page.mouse.move(100, 120)
      await expect(page.locator('[data-hydrated]').first()).toBeAttached()
      expect(violations).toEqual([])
      expect(await takesMarkup(page)).toBe(false)
    })
  }

  const { gif } = items
  for (const path of [
    '/',
    `/gifs/${gif.slug}-${gif.id}`,
    '/search/cat',
    '/create/gifmaker/decorate/stickers',
  ]) {
    test(`on the public page ${path}`, async ({ page }) => {
      const violations = await violationsOf(page)
      await page.goto(path)
      await page.mouse.move(300, 180)
      await page.mouse.wheel(0, 3000)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      await picturesThere(page)
      expect(violations).toEqual([])
      expect(await takesMarkup(page)).toBe(false)
    })
  }

  test('on the welcome page while a snippet is built', async ({ page }) => {
    const violations = await violationsOf(page)
    await page.goto('/')
    const builder = page.locator('#build')
    await builder.getByLabel('Search the library').fill('happy')
    await builder.locator('.found button').first().click()
    await builder.getByText('Grid', { exact: true }).click()
    await builder.getByText('Custom element').click()
    await builder.getByRole('button', { name: 'Copy Snippet' }).click()
    await expect(builder.locator('#built')).toHaveValue(/<loop-grid/)
    expect(violations).toEqual([])
  })

  test('but where YouTube’s script runs', async ({ page }) => {
    const response = await page.goto(embedOf(films.youtube))
    expect(response?.headers()['content-security-policy']).not.toContain('trusted-types')
  })
})

test.describe('with a web analytics service', () => {
  let product: Awaited<ReturnType<typeof trackedProduct>>
  test.beforeAll(async () => {
    product = await trackedProduct({ ANALYTICS_ID: 'G-TEST' })
  })
  test.afterAll(() => product.stop())

  test('T1: its script and its endpoint are allowed by their paths, and nothing else of its hosts', async ({
    page,
  }) => {
    const loaded: string[] = []
    await page.route(/googletagmanager\.com|google-analytics\.com/, (route) => {
      loaded.push(route.request().url())
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { 'Access-Control-Allow-Origin': '*' },
        body: '',
      })
    })
    const violations = await violationsOf(page)
    await page.goto(`${product.base}/embed/analysed1?id=one`)
    const load = (url: string) =>
      page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const script = Object.assign(document.createElement('script'), { src })
            script.onload = () => resolve('loaded')
            script.onerror = () => resolve('refused')
            document.head.append(script)
          }),
        url,
      )
    const post = (url: string) =>
      page.evaluate(
        (to) =>
          fetch(to, { method: 'POST' }).then(
            () => 'sent',
            () => 'refused',
          ),
        url,
      )
    expect([
      await load('https://www.googletagmanager.com/gtag/js?id=G-TEST'),
      await post('https://region1.google-analytics.com/g/collect?v=2'),
    ]).toEqual(['loaded', 'sent'])
    expect(violations).toEqual([])
    expect([
      await load('https://www.googletagmanager.com/gtm.js?id=GTM-EVIL'),
      await load('https://www.googletagmanager.com/gtag/js/more'),
      await post('https://www.google-analytics.com/collect'),
      await post('https://evil.google-analytics.com/other'),
    ]).toEqual(['refused', 'refused', 'refused', 'refused'])
    expect(loaded).toHaveLength(2)
  })
})

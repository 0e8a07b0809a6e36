import { expect, type Locator } from '@playwright/test'
import { embedRoot, hovered, live } from '../embed-page.ts'
import { embedOf, items } from '../library.ts'
import { test } from '../test.ts'

/** The texts that a field has selected. */
const selected = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  )

test.describe('§4 the share menu', () => {
  test('closes the footer, holds the focus, and gives it back', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    const button = page.getByRole('button', { name: 'Share', exact: true })
    await button.click()
    await expect(embedRoot(page)).toHaveAttribute('data-share', '')
    await expect(embedRoot(page)).not.toHaveAttribute('data-footer')
    await expect(page.locator('.bar')).toBeHidden()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    // A picture behind it is not seen through it: its words could not be read.
    await expect(dialog).toHaveCSS('background-color', /^rgb\(/)
    const holdsFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
    await expect.poll(holdsFocus).toBe(true)
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      expect(await holdsFocus()).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
  })

  test('has every way to share, and closes by its button (§2)', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    for (const name of ['Facebook', 'Twitter', 'Pinterest', 'Tumblr', 'Reddit']) {
      await expect(dialog.getByRole('link', { name })).toBeVisible()
    }
    await expect(dialog.getByRole('button', { name: 'Favorite' })).toBeVisible()
    const item = new RegExp(`/gifs/${items.gif.slug}-${items.gif.id}`)
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(item)
    const snippet = await dialog.getByRole('textbox', { name: 'Embed' }).inputValue()
    expect(snippet).toMatch(/^<iframe .*>via Loopframe<\/a><\/p>$/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  })

  for (const name of ['Embed', 'Link']) {
    test(`the field '${name}' selects its contents on focus and on click (§5)`, async ({ page }) => {
      await hovered(page, embedOf(items.gif))
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const field = page.getByRole('textbox', { name })
      const value = await field.inputValue()
      await field.focus()
      await expect.poll(() => selected(field)).toBe(value)
      await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 0))
      await field.click()
      await expect.poll(() => selected(field)).toBe(value)
    })
  }

  test('copies where the clipboard is allowed', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL as string })
    await hovered(page, embedOf(items.gif))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })

  test('a network opens in a window of its own size, 750x350 for Twitter (§9)', async ({ page, context }) => {
    await context.route(/twitter\.com|facebook\.com/, (route) => route.fulfill({ body: 'shared' }))
    await hovered(page, embedOf(items.gif))
    await page.evaluate(() => {
      const asked: string[] = []
      Object.assign(window, { asked })
      const open = window.open.bind(window)
      window.open = (url, target, features) => {
        asked.push(features ?? '')
        return open(url, target, features)
      }
    })
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    for (const [name, size] of [
      ['Twitter', 'width=750,height=350'],
      ['Facebook', 'width=480,height=480'],
    ] as const) {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name }).click(),
      ])
      // One that is closed on its way may never say so.
      await popup.waitForLoadState()
      await popup.close()
      const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked.at(-1))
      await expect.poll(asked).toContain(size)
    }
  })

  test('says how the GIF is shared, once each (§7)', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL as string })
    await context.route(/twitter\.com|tumblr\.com/, (route) => route.fulfill({ body: 'shared' }))
    const sent: unknown[] = []
    page.on('response', (response) => {
      if (!response.url().endsWith('/gateway/analytics/share')) return
      sent.push([response.request().postDataJSON(), response.status()])
    })
    await hovered(page, embedOf(items.gif))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    for (const name of ['Tumblr', 'Twitter', 'Twitter']) {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name }).click(),
      ])
      // One that is closed on its way may never say so.
      await popup.waitForLoadState()
      await popup.close()
    }
    await page.getByRole('button', { name: 'Copy link' }).click()
    const gifId = items.gif.id
    await expect
      .poll(() => sent)
      .toEqual([
        [{ shareType: 'twitter', gifId }, 204],
        [{ shareType: 'link', gifId }, 204],
      ])
  })

  test('where pop-ups are refused the links still work', async ({ page, context }) => {
    await context.route(/pinterest\.com/, (route) => route.fulfill({ body: 'shared' }))
    await hovered(page, embedOf(items.gif))
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Pinterest' }).click(),
    ])
    await expect(tab).toHaveURL(/pinterest\.com\/pin\/create\/button\/\?url=/)
  })

  test('opens and works by keyboard alone', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    const share = page.getByRole('button', { name: 'Share', exact: true })
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (await share.evaluate((button) => button === document.activeElement)) break
      await live(page, 'share-menu')
    }
    await expect(share).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Space')
    await expect(dialog).toHaveCount(0)
    await expect(share).toBeFocused()
  })

  test('a press that comes before its code is not lost', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    await page.locator('.share-button').dispatchEvent('click')
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  })
})

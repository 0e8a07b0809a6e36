import { type BrowserContext, test as base, type Page } from '@playwright/test'

/**
 * Playwright's `test`, in whose browser the pointer is over no page until a test moves it. Chromium's headless shell has it
 * in the corner of the screen, where each new window opens: it would report a pointer that comes in, and wake every embed.
 */
export const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => withWindowsAside(await newContext(options))
      await use(browser)
    },
    { scope: 'worker' },
  ],
})

function withWindowsAside(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => moveAside(await newPage())
  return context
}

async function moveAside(page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { left: 100, top: 100 } })
  await session.detach()
  return page
}

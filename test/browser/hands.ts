import { expect, type Locator, type Page } from '@playwright/test'

/** How somebody does a task. */
export type Hand = {
  press(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
  /** An option of a list, by its words. */
  choose(target: Locator, option: string): Promise<void>
  /** Takes back what the page's message tells. */
  undo(): Promise<void>
}

/** Stops of the Tab key on the longest page. */
const STOPS = 300

const mouse = (page: Page): Hand => ({
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  async choose(target, option) {
    await target.selectOption({ label: option })
  },
  undo: () => page.getByRole('button', { name: 'Undo' }).click(),
})

/** By the keyboard alone: whatever is pressed is reached by the Tab key. */
function keyboard(page: Page): Hand {
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  // A dialog takes the focus a moment after it has opened: who walks before that would be taken back.
  const isWithin = (target: Locator) =>
    target.evaluate((element) => {
      const dialog = element.closest('[role=dialog]')
      return !dialog || dialog.contains(document.activeElement)
    })
  async function reach(target: Locator) {
    await expect(target).toBeEnabled()
    await expect.poll(() => isWithin(target)).toBe(true)
    for (let stop = 0; stop < STOPS; stop++) {
      if (await hasFocus(target)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not reach ${target}`)
  }
  return {
    async press(target) {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    async write(target, text) {
      await reach(target)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.insertText(text)
    },
    async choose(target, option) {
      await reach(target)
      // A space would open the list.
      await page.keyboard.type(option.split(' ')[0] ?? '')
    },
    async undo() {
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
      await page.keyboard.press('u')
    },
  }
}

export const HANDS = { mouse, keyboard } as const

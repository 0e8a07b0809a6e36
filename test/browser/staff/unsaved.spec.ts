import { expect, type Locator, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { STAFF_ROWS } from './staff-rows.ts'

// Every form of the staff pages that typed text can be lost with, and every way to leave it.

let product: Awaited<ReturnType<typeof productWith>>
test.beforeAll(async () => {
  product = await productWith(STAFF_ROWS, 'pia:artist', 'max:moderator', 'sue:staff')
})
test.afterAll(() => product.stop())

// Without motion a dialog is gone at once, and leaves its keys to the one below.
test.use({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
test.beforeEach(({ page }) => page.setDefaultTimeout(20_000))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const labelled = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true })
const opened = (name: string | RegExp, field: string) => async (page: Page) => {
  await button(page, name).first().click()
  return labelled(page, field)
}
const ofRow = (name: string | RegExp, field: string) => async (page: Page) => {
  await page.locator('tr[data-row]').first().getByRole('button', { name }).first().click()
  return labelled(page, field)
}

const channel = (page: Page, at: number) => page.getByRole('treeitem').nth(at)
const ofChannel = (name: string, field: string) => async (page: Page) => {
  await channel(page, 0).click()
  await button(page, name).click()
  return labelled(page, field)
}

type Form = {
  path: string
  /** Shows the form; gives the field that is typed in. */
  open: (page: Page) => Promise<Locator>
  /** A dialog has these ways out; a part of the page has its own button. */
  ways?: Way[]
  /** What is typed, where a field takes no words. */
  typed?: string
  /** The browser's way back leads out of it. */
  hasEntry?: true
}

const DIALOG: Way[] = ['Escape', 'its cross', 'a press next to it']

const FORMS: Readonly<Record<string, Form>> = {
  'an item’s details': { path: 'library', open: ofRow(/\w/, 'Title'), hasEntry: true },
  'an item’s button': { path: 'library', open: ofRow(/\w/, 'Button text'), hasEntry: true },
  'an item’s film': { path: 'library', open: ofRow(/\w/, 'Film URL'), hasEntry: true },
  'an item’s tag in a language': { path: 'library', open: ofRow(/\w/, 'Tag'), hasEntry: true },
  'items in bulk': {
    path: 'library',
    async open(page) {
      await page.locator('tr[data-row]').first().getByRole('checkbox').check()
      await button(page, 'Change selected').click()
      return labelled(page, 'Add tags')
    },
  },
  'items to take down': {
    path: 'library',
    async open(page) {
      await page.locator('tr[data-row]').first().getByRole('checkbox').check()
      await button(page, 'Take down').click()
      return labelled(page, 'Reason')
    },
  },
  'uploads of staff': {
    path: 'library',
    async open(page) {
      await button(page, 'Upload').click()
      return page.locator('.admin-uploads').getByLabel('Tags', { exact: true })
    },
    ways: ['its cross'],
  },
  'cases in bulk': {
    path: 'cases',
    async open(page) {
      await page.locator('tr[data-row]').first().getByRole('checkbox').check()
      await button(page, 'Decide').click()
      return labelled(page, 'Note')
    },
  },
  'a takedown': { path: 'takedowns', open: opened('Take down', 'Reason') },
  'a list of known files': { path: 'takedowns', open: opened('Known files', 'Hashes') },
  'an item to restore': { path: 'takedowns', open: opened('Restore', 'Reason') },
  'a new schedule': { path: 'schedule', open: opened('Schedule', 'GIFs or stickers') },
  'a category': { path: 'categories', open: opened('New category', 'Name') },
  'GIFs for a category': { path: 'categories', open: opened('New category', 'Add GIFs') },
  'a synonym': { path: 'synonyms', open: opened('New synonym', 'Words') },
  'a block': { path: 'blocks', open: opened('New block', 'Block') },
  'a redirect': { path: 'redirects', open: opened('New redirect', 'Old ID') },
  'a reason to open a mail': {
    path: 'outbox',
    async open(page) {
      const waiting = page.locator('tr[data-row]').filter({ hasText: 'Not sent' }).first()
      await waiting.getByRole('button', { name: 'Read' }).click()
      return labelled(page, 'Reason')
    },
  },
  'a text of the site': { path: 'settings', open: opened(/: Rules, English$/, 'Text') },
  'a new invitation': { path: 'invitations', open: opened('New invitation', 'Accounts'), typed: '12' },
  'a new webhook': { path: 'webhooks', open: opened('New webhook', 'Address') },
  'a new key': { path: 'keys', open: opened('New key', 'Name') },
  'a key': { path: 'keys', open: ofRow(/^Edit: /, 'Name') },
  'a profile': {
    path: 'accounts',
    open: ofRow('Profile', 'Display name'),
    ways: [...DIALOG, 'another dialog'],
  },
  'a person’s state': {
    path: 'accounts',
    async open(page) {
      const name = await ofRow('Profile', 'Display name')(page)
      await expect(name).toBeVisible()
      // What loads above the button moves it.
      await page.waitForLoadState('networkidle')
      await button(page, 'Change state').click()
      return labelled(page, 'Reason')
    },
  },
  'a new channel': {
    path: 'channels',
    async open(page) {
      await button(page, 'New channel').click()
      return labelled(page, 'Name')
    },
  },
  'a channel': { path: 'channels', open: ofChannel('Edit', 'Name') },
  'GIFs for a channel': { path: 'channels', open: ofChannel('Add GIFs', 'GIFs') },
  'a tag of a channel': {
    path: 'channels',
    async open(page) {
      await channel(page, 0).click()
      return page.getByRole('textbox', { name: 'Ranked tags' })
    },
    ways: ['another channel'],
    hasEntry: true,
  },
  'a new story': {
    path: 'stories',
    async open(page) {
      await button(page, 'New story').click()
      return page.getByLabel('Title', { exact: true })
    },
    ways: ['its way back'],
    hasEntry: true,
  },
  'GIFs for a story': {
    path: 'stories',
    async open(page) {
      await button(page, 'New story').click()
      return page.getByLabel('Add GIFs', { exact: true })
    },
    ways: ['its way back'],
    hasEntry: true,
  },
}

type Way = keyof typeof WAYS

/** What leaves a form. */
const WAYS = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'its cross': (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
  'a press next to it': (page: Page) => page.mouse.click(8, 500),
  'its way back': (page: Page) => button(page, /^Back|^All stories/).click(),
  'another dialog': (page: Page) => button(page, 'End all sessions').click(),
  'another channel': (page: Page) => channel(page, 1).click(),
  'the way back': (page: Page) => page.goBack(),
} as const

/** What leaves the page: the browser itself asks. */
const LEAVINGS = {
  'a reload': (page: Page) => page.evaluate(() => setTimeout(() => location.reload())),
  'another page': (page: Page) =>
    page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('.admin-nav a[href$="/audit"]')
      setTimeout(() => link?.click())
    }),
} as const

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' })

async function show(page: Page, { path, open }: Form): Promise<Locator> {
  await page.goto(`${product.base}/admin/${path}`)
  await expect(page.locator('#admin-page h1')).toBeVisible()
  return open(page)
}

for (const [name, form] of Object.entries(FORMS))
  test(`${name} keeps what was typed`, async ({ page }) => {
    await product.signIn(page, 'sue')
    const field = await show(page, form)
    const ways = [...(form.ways ?? DIALOG), ...(form.hasEntry ? (['the way back'] as const) : [])]
    await field.click()
    const words = form.typed ?? 'words'
    await page.keyboard.type(words)
    const typed = await field.inputValue()
    expect(typed).toContain(words)
    for (const way of ways) {
      await WAYS[way](page)
      await expect(question(page), way).toBeVisible()
      if (way === ways[0]) expect(await violations(page)).toEqual([])
      // Of two dialogs Escape closes the upper one.
      if (way === 'Escape' || way === 'the way back') await page.keyboard.press('Escape')
      else await button(page, 'Keep editing').click()
      await expect(question(page), way).toBeHidden()
      await expect(field, way).toHaveValue(typed)
    }
    for (const [leaving, leave] of Object.entries(LEAVINGS)) {
      const asked = page.waitForEvent('dialog')
      await leave(page)
      const dialog = await asked
      expect(dialog.type(), leaving).toBe('beforeunload')
      await dialog.dismiss()
      await expect(field, leaving).toHaveValue(typed)
    }
    await WAYS[ways.at(-1) ?? 'Escape'](page)
    await button(page, 'Discard').click()
    await expect(field).toBeHidden()
    await expect(question(page)).toBeHidden()
    await page.reload()
  })

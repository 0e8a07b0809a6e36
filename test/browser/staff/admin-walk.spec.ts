import { type Browser, expect, type Page } from '@playwright/test'
import { type AdminPageName, type AdminRole, adminPagesOf } from '../../../shared/admin/admin-pages.ts'
import { HANDS, type Hand } from '../hands.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { STAFF_ROWS } from './staff-rows.ts'

let product: Awaited<ReturnType<typeof productWith>>
let gifs: string[]
const pages = {} as Record<AdminRole, Page>

const PEOPLE: Readonly<Record<AdminRole, string>> = { moderator: 'max', staff: 'sue' }
const ROLES = Object.keys(PEOPLE) as AdminRole[]

/** A page of somebody who is signed in, which all their tests go on with. */
async function pageOf(browser: Browser, role: AdminRole): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await product.signIn(page, PEOPLE[role])
  return page
}

test.beforeAll(async ({ browser }) => {
  product = await productWith(STAFF_ROWS, 'pia:artist', 'max:moderator', 'sue:staff')
  const { data } = (await (await fetch(`${product.base}/v1/gifs/trending?limit=6`)).json()) as {
    data: { id: string }[]
  }
  gifs = data.map(({ id }) => id)
  for (const role of ROLES) pages[role] = await pageOf(browser, role)
})
test.afterAll(async () => {
  for (const page of Object.values(pages)) await page.close()
  await product.stop()
})

type Way = keyof typeof HANDS
type Task = (page: Page, hand: Hand, as: { role: AdminRole; way: Way }) => Promise<void>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.locator('tr[data-row]')
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toBeVisible()

/** What somebody opens each page for. Each leaves the page as it was, or takes what is its own. */
const TASKS: Readonly<Record<AdminPageName, Task>> = {
  async overview(page, hand) {
    await hand.press(page.getByRole('link', { name: /open reports$/ }))
    await expect(page).toHaveURL(/\/admin\/cases\?kind=report$/)
    await expect(rows(page).first()).toBeVisible()
  },

  async cases(page, hand, { role }) {
    await page.goto(`${product.base}/admin/cases?kind=${role === 'staff' ? 'claim' : 'report'}`)
    await expect(rows(page).first()).toBeVisible()
    await hand.press(button(page, 'Start deciding'))
    if (role === 'staff') await expect(page.getByText('I took this picture myself')).toBeVisible()
    await hand.press(page.locator('.admin-queue-ways').getByRole('button', { name: 'Hide', exact: true }))
    await said(page, /^1 of \d+ decided$/)
    await hand.undo()
    await said(page, /^0 of \d+ decided$/)
    // It is counted at once, and written meanwhile.
    await said(page, 'Undone: Hide')
    await hand.press(button(page, 'All cases'))
    await expect(rows(page).first()).toBeVisible()
  },

  async searches(page, hand) {
    await hand.press(button(page, 'Next page'))
    await expect(page).toHaveURL(/[?&]page=2/)
    await expect(button(page, 'Previous page')).toBeEnabled()
  },

  async figures(page, hand) {
    await expect(page.getByRole('img', { name: /views$/ })).toBeVisible()
    await hand.press(button(page, 'Next page'))
    await expect(page).toHaveURL(/[?&]page=2/)
  },

  async categories(page, hand, { way }) {
    await hand.press(button(page, 'New category'))
    await hand.write(dialog(page).getByLabel('Name', { exact: true }), `By ${way}`)
    await hand.write(dialog(page).getByLabel('Name in German'), `Mit ${way}`)
    await hand.write(dialog(page).getByLabel('Tags'), 'happy')
    await hand.press(dialog(page).getByRole('button', { name: 'New category' }))
    await said(page, `By ${way} was created.`)
    await hand.press(button(page, `Move By ${way} up`))
    await said(page, `By ${way} was moved.`)
    await hand.press(button(page, `Delete: By ${way}`))
    await hand.press(dialog(page).getByRole('button', { name: 'Delete' }))
    await said(page, `By ${way} was deleted.`)
    await hand.undo()
    await expect(button(page, `Delete: By ${way}`)).toBeVisible()
  },

  async featured(page, hand) {
    const list = page.locator('.admin-order li')
    await expect(list.first()).toBeVisible()
    const before = await list.count()
    const has = (count: number) => said(page, `Saved. Featured now: ${count}`)
    await hand.write(page.getByLabel('Add GIFs'), gifs.slice(0, 2).join('\n'))
    await hand.press(button(page, 'Add'))
    await has(before + 2)
    await hand.press(button(page, `Move GIF ${before + 2} up`))
    await expect(list.locator('a').nth(before)).toHaveAttribute('href', new RegExp(`${gifs[1]}$`))
    await hand.press(button(page, `Remove GIF ${before + 2}`))
    await has(before + 1)
    await hand.undo()
    await expect(list).toHaveCount(before + 2)
    for (const left of [before + 1, before]) {
      await hand.press(button(page, `Remove GIF ${left + 1}`))
      await has(left)
    }
  },

  async trending(page, hand, { way }) {
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await hand.press(page.getByRole('button', { name: /^Block: happy term/ }).first())
    await said(page, /^Blocked: happy term/)
    await hand.undo()
    await hand.write(pinned.getByRole('textbox', { name: 'Pinned' }), `by ${way}`)
    await hand.press(pinned.getByRole('button', { name: 'Add' }))
    await hand.press(button(page, `Move by ${way} up`))
    await said(page, `Moved: by ${way}`)
    await hand.press(button(page, `Remove by ${way}`))
    await said(page, `No longer pinned: by ${way}`)
  },

  async synonyms(page, hand, { way }) {
    await hand.press(button(page, 'New synonym'))
    await hand.write(dialog(page).getByLabel('Words'), `by ${way}`)
    await hand.write(dialog(page).getByLabel('Also find'), 'cat')
    await hand.press(dialog(page).getByRole('button', { name: 'New synonym' }))
    await said(page, `Synonym saved: by ${way}`)
    await hand.press(button(page, `Delete: by ${way}`))
    await said(page, 'Synonym deleted.')
    await hand.undo()
    await expect(button(page, `Delete: by ${way}`)).toBeVisible()
  },

  async blocks(page, hand, { way }) {
    await hand.press(button(page, 'New block'))
    await hand.write(dialog(page).getByLabel('Block'), `by-${way}`)
    await hand.write(dialog(page).getByLabel('Title'), 'Picks')
    await hand.write(dialog(page).getByLabel('Add GIFs'), gifs[0] ?? '')
    await hand.press(dialog(page).getByRole('button', { name: 'Add' }))
    await expect(dialog(page).locator('.admin-order li')).toHaveCount(1)
    await hand.press(dialog(page).getByRole('button', { name: 'New block' }))
    await said(page, `by-${way} was saved.`)
    await hand.press(button(page, `Delete: by-${way}`))
    await said(page, `by-${way} was deleted.`)
  },

  async redirects(page, hand, { way }) {
    await hand.press(button(page, 'New redirect'))
    await hand.write(dialog(page).getByLabel('Old ID'), `by-${way}`)
    await hand.write(dialog(page).getByLabel('Leads to'), gifs[0] ?? '')
    await hand.press(dialog(page).getByRole('button', { name: 'New redirect' }))
    await said(page, `by-${way} now leads to the item.`)
    await hand.press(button(page, `Delete: by-${way}`))
    await said(page, `by-${way} no longer leads anywhere.`)
    await hand.undo()
    await expect(button(page, `Delete: by-${way}`)).toBeVisible()
  },

  async takedowns(page, hand) {
    const id = gifs.at(-1) ?? ''
    await hand.press(button(page, 'Take down'))
    await hand.write(dialog(page).getByLabel('Items'), id)
    await hand.write(dialog(page).getByLabel('Reason'), 'A claim')
    await hand.press(dialog(page).getByRole('button', { name: 'Take down 1' }))
    await said(page, '1 taken down.')
    await hand.press(rows(page).filter({ hasText: id }).getByRole('button', { name: 'Restore' }))
    await hand.press(dialog(page).getByRole('button', { name: 'Restore' }))
    await said(page, / is back\.$/)
  },

  async library(page, hand) {
    const row = rows(page).first()
    await hand.press(row.getByRole('button'))
    await hand.press(dialog(page).getByRole('button', { name: 'Hide' }))
    await hand.press(dialog(page).getByRole('button', { name: 'Show' }))
    await said(page, 'Everyone can see it.')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  },

  async schedule(page, hand, { way }) {
    const hour = Object.keys(HANDS).indexOf(way) + 10
    await hand.press(button(page, 'Schedule'))
    await hand.write(dialog(page).getByLabel('GIFs or stickers'), gifs[0] ?? '')
    await dialog(page).getByLabel('Date and time').fill(`2099-01-01T${hour}:00`)
    await hand.press(dialog(page).getByRole('button', { name: 'Schedule' }))
    await said(page, /^1 scheduled for /)
    const added = rows(page).filter({ hasText: `2099, ${hour}:00` })
    await hand.press(added.getByRole('button', { name: /^Remove/ }))
    await expect(added).toHaveCount(0)
    await hand.undo()
    await expect(added).toHaveCount(1)
  },

  async stories(page, hand, { way }) {
    await hand.press(button(page, 'New story'))
    await hand.write(page.getByLabel('Title'), `Written by ${way}`)
    await hand.write(page.getByLabel('Add GIFs'), gifs.slice(0, 2).join('\n'))
    await hand.press(button(page, 'Add'))
    await expect(page.locator('.admin-order li')).toHaveCount(2)
    await hand.press(button(page, 'Save'))
    await said(page, `“Written by ${way}” was saved.`)
    await hand.press(button(page, 'Delete'))
    await hand.press(dialog(page).getByRole('button', { name: 'Delete' }))
    await said(page, `“Written by ${way}” was deleted.`)
  },

  async channels(page, hand, { way }) {
    await hand.press(button(page, 'New channel'))
    await hand.write(dialog(page).getByLabel('Name', { exact: true }), `By ${way}`)
    await hand.press(dialog(page).getByRole('button', { name: 'New channel' }))
    await said(page, `By ${way} was created.`)
    await hand.press(button(page, 'Delete'))
    await hand.press(dialog(page).getByRole('button', { name: 'Delete' }))
    await said(page, `By ${way} was deleted.`)
  },

  async accounts(page, hand, { way }) {
    await hand.write(page.getByLabel('Search', { exact: true }), 'pia')
    await expect(rows(page)).toHaveCount(1)
    const role = way === 'mouse' ? 'User' : 'Artist'
    await hand.choose(page.getByLabel('Role of pia'), role)
    await hand.press(dialog(page).getByRole('button', { name: 'Change role' }))
    await said(page, `pia is now ${role}.`)
  },

  async cache(page, hand) {
    await hand.press(button(page, 'Trending GIFs'))
    await hand.press(page.locator('.admin-copy').first().getByRole('button', { name: 'Refresh' }))
    await said(page, 'Refreshed.')
  },

  async keys(page, hand, { way }) {
    await hand.press(page.getByRole('button', { name: /: Requests of Partner 2 by day$/ }))
    const days = page.getByRole('dialog', { name: 'Requests of Partner 2 by day' })
    await expect(days.getByRole('row')).toHaveText([/Day \(UTC\)/, /1,2000$/, /1,2013$/, /1,2026$/])
    await hand.press(days.getByRole('button', { name: 'Close' }))
    await expect(days).toBeHidden()
    await hand.press(button(page, 'New key'))
    await hand.write(dialog(page).getByLabel('Name'), `By ${way}`)
    await hand.press(dialog(page).getByRole('button', { name: 'New key' }))
    const given = page.getByRole('dialog', { name: `Key for By ${way}` })
    await expect(given.getByLabel('Copy it now')).toHaveValue(/^[\w-]{43}$/)
    await hand.press(given.getByRole('button', { name: 'Close' }))
    await hand.press(
      rows(page)
        .filter({ hasText: `By ${way}` })
        .getByRole('button', { name: 'Delete' }),
    )
    await hand.press(dialog(page).getByRole('button', { name: 'Delete' }))
    await said(page, `The key for By ${way} was deleted.`)
  },

  async invitations(page, hand) {
    await hand.press(button(page, 'New invitation'))
    await hand.write(dialog(page).getByLabel('Accounts'), '3')
    await hand.press(dialog(page).getByRole('button', { name: 'New invitation' }))
    const given = page.getByRole('dialog', { name: 'Invitation link' })
    await expect(given.getByLabel('Copy it now')).toHaveValue(/\/register\?invite=[\w-]{43}$/)
    await hand.press(given.getByRole('button', { name: 'Close' }))
    // Of two dialogs, one after the other, the focus goes back to what opened the first.
    await expect(button(page, 'New invitation')).toBeFocused()
    await hand.press(page.getByRole('button', { name: /^Revoke: / }).first())
    await hand.press(dialog(page).getByRole('button', { name: 'Revoke' }))
    await said(page, 'Invitation revoked.')
  },

  async settings(page, hand, { way }) {
    await hand.write(page.getByLabel('Days an account counts as new'), way === 'keyboard' ? '2' : '3')
    await hand.press(button(page, 'Save'))
    await said(page, 'Settings saved.')
    const contact = page.getByRole('button', { name: /: Contact, Deutsch$/ })
    await hand.press(contact)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(contact).toBeFocused()
    await hand.press(contact)
    await hand.write(dialog(page).getByLabel('Text'), `Schreib uns: ${way}@example.com`)
    await hand.press(dialog(page).getByRole('button', { name: 'Save' }))
    await said(page, 'Contact saved: Deutsch.')
    await page.goto(`${product.base}/contact?lang=de`)
    await expect(page.getByRole('link', { name: `${way}@example.com` })).toHaveAttribute(
      'href',
      `mailto:${way}@example.com`,
    )
    await page.goto(`${product.base}/admin/settings`)
  },

  async webhooks(page, hand, { way }) {
    await hand.press(button(page, 'New webhook'))
    await hand.write(dialog(page).getByLabel('Address'), `https://${way}.example.com/hook`)
    await hand.press(dialog(page).getByRole('button', { name: 'New webhook' }))
    const given = page.getByRole('dialog', { name: 'The webhook’s secret' })
    await expect(given.getByLabel('Copy it now')).toHaveValue(/^[\w-]{43}$/)
    // It's there once: neither loses it.
    if (way === 'keyboard') await page.keyboard.press('Escape')
    else await page.mouse.click(8, 500)
    await hand.press(given.getByRole('button', { name: 'Close' }))
    await hand.press(page.getByRole('button', { name: `Delete: ${way}.example.com` }))
    await hand.press(dialog(page).getByRole('button', { name: 'Delete' }))
    await said(page, `The webhook to ${way}.example.com was deleted.`)
  },

  async 'dead-letters'(page, hand) {
    await expect(rows(page).first()).toBeVisible()
    const count = await rows(page).count()
    await hand.press(rows(page).first().getByRole('button', { name: 'Drop' }))
    await hand.press(dialog(page).getByRole('button', { name: 'Drop' }))
    await expect(rows(page)).toHaveCount(count - 1)
  },

  async outbox(page, hand) {
    const mail = rows(page).filter({ hasText: 'Confirm your account' }).first()
    await hand.press(mail.getByRole('button', { name: 'Read' }))
    await expect(dialog(page).getByText('Follow this link')).toBeVisible()
  },

  async audit(page, hand) {
    // Whatever is noted last: the tasks before this one are, too.
    const target = rows(page).first().getByRole('button').last()
    const name = (await target.textContent()) ?? ''
    await hand.press(target)
    await expect(page).toHaveURL((url) => url.searchParams.get('target') === name)
    await expect(rows(page).filter({ hasNotText: name })).toHaveCount(0)
    await expect(rows(page).first()).toBeVisible()
  },
}

const WAYS = Object.keys(HANDS) as Way[]
/** Staff do each task both ways; what moderators have of the same pages, they do one way or the other. */
const waysOf = (role: AdminRole, at: number): Way[] =>
  role === 'staff' ? WAYS : WAYS.filter((_, n) => n === at % WAYS.length)

for (const role of ROLES) {
  for (const [at, name] of adminPagesOf(role).entries()) {
    for (const way of waysOf(role, at)) {
      test(`${role}: ${name} by ${way}`, async () => {
        const page = pages[role]
        await page.goto(`${product.base}/admin/${name}`)
        await expect(page.locator('.admin-intro').first()).toBeVisible()
        await TASKS[name](page, HANDS[way](page), { role, way })
      })
    }
  }
}

test('in a frame a staff page stays blank, on our own site too', async ({ context, page }) => {
  await context.addCookies(await pages.staff.context().cookies())
  for (const host of [`${product.base}/host`, 'http://host.test/host']) {
    await page.route(host, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${product.base}/admin/audit"></iframe>`,
      }),
    )
    await page.goto(host)
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  }
})

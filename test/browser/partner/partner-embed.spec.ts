import { expect } from '@playwright/test'
import type { LoopElement } from '../../../islands/partner/element-types.ts'
import { items } from '../library.ts'
import { eventsOf, loader, test } from './partner-test.ts'

const slug = `${items.gif.slug}-${items.gif.id}`
const sticker = `${items.sticker.slug}-${items.sticker.id}`

test.use({ viewport: { width: 800, height: 900 } })

/** The real embed in a partner's page: what it says, and what it does when it is told. */
for (const [how, attributes] of [
  ['plain', ''],
  ['in a sandbox', 'sandbox="allow-scripts"'],
] as const) {
  test(`the embed, ${how}, speaks with the page and obeys it`, async ({ page, open, product, watched }) => {
    await open(
      `${loader(product)}<loop-embed ${attributes} gif="${slug}" width="480" height="270"></loop-embed>`,
    )
    const types = async () => (await eventsOf(page)).map(([, type]) => type)
    const tell = (order: 'play' | 'pause' | 'share') =>
      page.locator('loop-embed').evaluate((embed: LoopElement, name) => embed[name](), order)
    const frame = page.frameLocator('loop-embed iframe')
    await expect.poll(types).toEqual(expect.arrayContaining(['ready', 'size', 'visible', 'seen']))
    expect(await eventsOf(page)).toContainEqual(['loop-embed', 'size', { width: 480, height: 270 }])

    await frame.locator('#embed').hover()
    await expect.poll(types).toContain('hover')
    await tell('pause')
    await expect(frame.locator('#embed')).toHaveAttribute('data-paused', '')
    await expect.poll(types).toContain('pause')
    await tell('play')
    await expect(frame.locator('#embed')).not.toHaveAttribute('data-paused')
    await expect.poll(types).toContain('play')
    await tell('share')
    await expect(frame.getByRole('dialog', { name: 'Share' })).toBeVisible()

    await page.locator('loop-embed').evaluate((embed: LoopElement, gif) => embed.load(gif), sticker)
    await expect(frame.locator('#embed')).toHaveAttribute('data-kind', 'sticker')
    await expect.poll(async () => (await types()).filter((type) => type === 'ready').length).toBe(2)
    expect(await page.context().cookies()).toEqual([])
    expect(watched.said).toEqual([])
  })
}

test('a facade of the embed plays at once when it is pressed', async ({ page, open, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(`${loader(product)}<loop-embed facade gif="${slug}"></loop-embed>`)
  await page.getByRole('button', { name: 'Play: GIF' }).click()
  const embed = page.frameLocator('loop-embed iframe').locator('#embed')
  await expect(embed).toHaveAttribute('data-ready', '')
  await expect(embed).not.toHaveAttribute('data-paused')
})

test('a click on the picture is the page’s event too', async ({ page, open, product }) => {
  await open(`${loader(product)}<loop-embed gif="${slug}" width="480" height="270"></loop-embed>`)
  const link = page.frameLocator('loop-embed iframe').locator('.click-area')
  await expect.poll(async () => (await eventsOf(page)).some(([, type]) => type === 'ready')).toBe(true)
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect.poll(() => eventsOf(page)).toContainEqual(['loop-embed', 'click', {}])
})

import { expect, type FrameLocator, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../../../tools/steps/run-step.ts'
import { loader, test } from '../partner/partner-test.ts'

test.use({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' })

const ready = (frame: FrameLocator) => expect(frame.locator('#picker')).toHaveAttribute('data-ready', '')
const calls = (page: Page) => page.evaluate('told') as Promise<[name: string, what: string][]>

test('a host searches in it and gives it the focus; with `pick="copy"` a press copies, and tells nobody', async ({
  page,
  context,
  open,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(
    `${loader(product)}<textarea></textarea><loop-picker>GIF</loop-picker>
    <loop-picker inline pick="copy" type="stickers" rating="g" limit="5"></loop-picker>`,
    {
      script: `window.told = []\naddEventListener('loop-pick', ({ detail }) => told.push(['pick', detail.gif.id]))`,
    },
  )
  const [opened, inline] = [page.locator('loop-picker').first(), page.locator('loop-picker').last()]
  // Before it is open, and so before it has a frame.
  await opened.evaluate((picker: HTMLElement & { search(q: string): void }) => picker.search('coffee'))
  const frame = opened.locator('iframe').contentFrame()
  await ready(frame)
  await expect(frame.getByRole('combobox')).toHaveValue('coffee')
  await expect(frame.getByRole('combobox')).toBeFocused()
  await expect(frame.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await opened.evaluate((picker: HTMLElement & { search(q: string): void }) => picker.search('moon'))
  await expect(frame.getByRole('combobox')).toHaveValue('moon')
  await expect(frame.locator('.loop-tile img').first()).toHaveAttribute('alt', /moon/i)
  await opened.evaluate((picker: HTMLElement & { close(): void }) => picker.close())
  await expect(opened.locator('iframe')).toBeHidden()

  const own = inline.locator('iframe').contentFrame()
  await ready(own)
  await expect(own.getByRole('tab', { name: 'Stickers' })).toHaveAttribute('aria-selected', 'true')
  const tile = own.locator('.loop-tile').first()
  const link = (await tile.getAttribute('href'))?.split('?')[0] ?? ''
  await tile.click()
  await expect(own.getByText('Copied', { exact: true })).toBeVisible()
  // The clipboard is read by a page that has the focus.
  await page.locator('textarea').focus()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(new URL(link, product).href)
  expect(await calls(page)).toEqual([])
})

/** A partner's page with the package that the build has made. */
async function reactPage(host: string): Promise<string> {
  const contents = `
    import { Picker } from './dist/packages/react/loopframe.js'
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    window.told = []
    addEventListener('DOMContentLoaded', () => createRoot(document.querySelector('main')).render(h(Picker, {
      host: ${JSON.stringify(host)}, title: 'Pick one', type: 'stickers', rating: 'g', theme: 'dark', height: 400,
      onPick: (gif) => told.push(['pick', gif.type + ' ' + gif.images.original.url]), onClose: () => told.push(['close', '']),
    })))`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    absWorkingDir: root,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

test('the React component frames it, and hands over what is picked', async ({ page, open, product }) => {
  await open('<main></main>', { script: await reactPage(product) })
  const iframe = page.locator('iframe[title="Pick one"]')
  const { searchParams } = new URL((await iframe.getAttribute('src')) ?? '')
  expect(Object.fromEntries(searchParams)).toMatchObject({ type: 'stickers', rating: 'g', theme: 'dark' })
  await expect(iframe).toHaveCSS('height', '400px')
  const frame = iframe.contentFrame()
  await ready(frame)
  await expect(frame.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
  await frame.locator('.loop-tile').first().click()
  await expect.poll(() => calls(page)).toEqual([['pick', expect.stringMatching(/^sticker http.*\/media\//)]])
  await frame.getByRole('combobox').press('Escape')
  await expect.poll(() => calls(page)).toContainEqual(['close', ''])
})

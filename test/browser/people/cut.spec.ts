import { expect, type Page } from '@playwright/test'
import { pixelsOf } from '../../../media/clip/clip.ts'
import { movingSquare } from '../../../media/clip/test-clips.ts'
import { decodeClip } from '../../../media/decode/decode-clip.ts'
import { encodeGif } from '../../../media/encode/encode-gif.ts'
import { violations } from '../axe.ts'
import { layoutFaults } from '../layout-faults.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct('ann')
})
test.afterAll(() => product.stop())

const DELAY_MS = 100
const clip = movingSquare({ width: 240, height: 120, frames: 10, delayMs: DELAY_MS })
const gif = { name: 'square.gif', mimeType: 'image/gif', buffer: Buffer.from(encodeGif(clip, 255)) }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit file' })
const result = (page: Page) => dialog(page).locator('[data-part="result"]')
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Opens the editor of a file that was chosen. */
async function edit(page: Page, file: typeof gif): Promise<void> {
  await product.signIn(page, 'ann')
  await page.goto(`${product.base}/upload`)
  await expect(page.locator('.uploads')).toBeAttached()
  await page.locator('input[type="file"]').setInputFiles(file)
  await row(page, file.name)
    .getByRole('button', { name: `Edit… ${file.name}` })
    .press('Enter')
  await expect(dialog(page)).toBeVisible()
}

/** Sends what is ready, and returns what others are sent of it. */
async function arrived(page: Page, name: string): Promise<Uint8Array> {
  await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click()
  const link = row(page, name).getByRole('link', { name, exact: true })
  const id = (await link.getAttribute('href'))?.split('/').at(-1)
  const item = await page.request.get(`${product.base}/v1/gifs/${id}`)
  const { original } = ((await item.json()) as { data: { images: Record<string, Record<string, string>> } })
    .data.images
  const file = await page.request.get(original?.url || original?.mp4 || '')
  return new Uint8Array(await file.body())
}

/** A film of 2 s that the product's own encoder writes in this browser: a number of frames that get brighter. */
const filmed = (page: Page, frames: number) =>
  page.evaluate(async (count) => {
    const url = document.querySelector<HTMLElement>('.cutter')?.dataset.film ?? ''
    const { filmEncoder } = await (import(url) as Promise<typeof import('../../../islands/cut/film.ts')>)
    const canvas = new OffscreenCanvas(320, 180)
    const context = canvas.getContext('2d')
    const encoder = await filmEncoder(canvas)
    for (let i = 0; context && i < count; i++) {
      context.fillStyle = `rgb(0 0 ${i * 5})`
      context.fillRect(0, 0, 320, 180)
      await encoder.add(context, { at: i / 25, duration: 1 / 25 })
    }
    const film = await encoder.end()
    return { type: film.type, bytes: [...new Uint8Array(await film.arrayBuffer())] }
  }, frames)

/** What the product's own reader finds in a film: its size, seconds and frames, and how bright the words are. */
const measured = (page: Page, bytes: Uint8Array) =>
  page.evaluate(
    async (film) => {
      const url = document.querySelector<HTMLElement>('.cutter')?.dataset.film ?? ''
      const { openFilm } = await (import(url) as Promise<typeof import('../../../islands/cut/film.ts')>)
      const { width, height, marks, ...found } = await openFilm(new Blob([Uint8Array.from(film)]))
      const seconds = marks.at(-1) ?? 0
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
      let [frames, brightest] = [0, 0]
      for await (const { image } of found.frames(0, seconds)) {
        frames++
        context?.drawImage(image, 0, 0)
        // Red is in the words alone.
        const { data = [] } = context?.getImageData(0, 0, width, height / 2) ?? {}
        for (let i = 0; i < data.length; i += 4) brightest = Math.max(brightest, data[i] ?? 0)
      }
      return { width, height, seconds, frames, brightest }
    },
    [...bytes],
  )

test('a GIF is cut, cropped and captioned by keyboard, and what was seen is what arrives', async ({
  page,
}) => {
  const { said } = watch(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await edit(page, gif)
  const editor = dialog(page)
  await expect(result(page)).toHaveText('240 × 120 · 1 sec')
  for (let i = 0; i < 2; i++) await editor.getByRole('slider', { name: 'Start' }).press('ArrowRight')
  for (let i = 0; i < 3; i++) await editor.getByRole('slider', { name: 'End' }).press('ArrowLeft')
  await expect(editor.getByRole('slider', { name: 'Start' })).toHaveAttribute('aria-valuetext', '0.2 sec')
  await editor.getByRole('radio', { name: '1:1' }).press('Space')
  await editor.getByRole('button', { name: 'Move the crop' }).press('ArrowLeft')
  await editor.getByRole('button', { name: 'Bottom right corner' }).press('Shift+ArrowLeft')
  await expect(result(page)).toHaveText('119 × 119 · 0.5 sec')
  await editor.getByLabel('Text', { exact: true }).fill('Hello')
  await editor.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(editor.getByRole('button', { name: 'Play' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  // Handles lie on a time line and on the picture by design.
  for (const part of ['.cut-ends', '.cut-caption', '.cut-end'])
    expect(await layoutFaults(page, part)).toEqual([])

  // What would be lost is asked for, each time.
  let questions = 0
  page.on('dialog', (question) => {
    questions++
    return question.dismiss()
  })
  for (const times of [1, 2]) {
    await page.keyboard.press('Escape')
    await expect(editor).toBeVisible()
    expect(questions).toBe(times)
  }
  await editor.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(editor).toBeHidden()
  await expect(row(page, gif.name)).toContainText('Edited')
  await expect(row(page, gif.name).getByLabel('Title')).toHaveValue('Hello')

  const { width, height, frames } = await decodeClip(await arrived(page, 'Hello'))
  expect([width, height, frames.map(({ delayMs }) => delayMs)]).toEqual([119, 119, Array(5).fill(DELAY_MS)])
  const pixels = [...pixelsOf(frames[0] as (typeof frames)[number])]
  const white = pixels.flatMap((pixel, i) => (pixel === 0xffffffff ? [Math.floor(i / width)] : []))
  expect(white.length).toBeGreaterThan(50)
  expect(Math.min(...white)).toBeGreaterThan(height / 2)
  expect(said).toEqual([])
})

test('a film is cut by mouse, and what was chosen stays', async ({ page }) => {
  await product.signIn(page, 'ann')
  await page.goto(`${product.base}/upload`)
  const { type, bytes } = await filmed(page, 50)
  await edit(page, { name: 'film.mov', mimeType: type, buffer: Buffer.from(bytes) })
  const editor = dialog(page)
  await expect(result(page)).toHaveText('320 × 180 · 2 sec')
  await editor.getByRole('slider', { name: 'End' }).fill('10')
  const corner = editor.getByRole('button', { name: 'Bottom right corner' })
  await corner.scrollIntoViewIfNeeded()
  const box = await corner.boundingBox()
  const stage = await editor.locator('.cut-stage').boundingBox()
  if (!box || !stage) throw new Error('no frame')
  await page.mouse.move(box.x + 14, box.y + 14)
  await page.mouse.down()
  await page.mouse.move(box.x + 14 - stage.width / 2, box.y + 14 - stage.height / 2, { steps: 3 })
  await page.mouse.up()
  await expect(result(page)).toHaveText('160 × 90 · 1 sec')
  await editor.getByLabel('Text', { exact: true }).fill('Film')
  await editor.getByLabel('Position').selectOption('Top')
  await editor.getByRole('button', { name: 'Apply' }).click()
  const file = row(page, 'film.mov')
  await expect(file).toContainText('Edited')
  // What was chosen is still there, and may be left as it is.
  await file.getByRole('button', { name: 'Edit…' }).click()
  await expect(result(page)).toHaveText('160 × 90 · 1 sec')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(file).toContainText('Edited')

  const found = await measured(page, await arrived(page, 'Film'))
  expect(found).toMatchObject({ width: 160, height: 90, frames: 25 })
  expect(found.seconds).toBeCloseTo(1, 1)
  expect(found.brightest).toBeGreaterThan(180)
})

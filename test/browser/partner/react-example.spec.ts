import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../../../tools/steps/run-step.ts'
import { hostPage } from '../host-page.ts'
import { test } from '../set-ups.ts'

/** The example of docs/react.md as it is printed, bundled with the package that the build has made. */
async function printedExample(): Promise<{ script: string; style: string }> {
  const page = readFileSync(join(root, 'docs/react.md'), 'utf8')
  const contents = /```tsx\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'tsx' },
    alias: {
      '@loopframe/react/style.css': join(root, 'dist/packages/react/style.css'),
      '@loopframe/react': join(root, 'dist/packages/react/loopframe.js'),
    },
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const textOf = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? ''
  return { script: textOf('.js'), style: textOf('.css') }
}

test('the React example of the documentation runs as it is printed', async ({ page, baseURL }) => {
  const { script, style } = await printedExample()
  const host = await hostPage(`<style>${style}</style><div id="root"></div>`)
  const said: string[] = []
  page.on('pageerror', (error) => said.push(String(error)))
  // The example's host is this product.
  await page.route('https://loop.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await page.request.fetch(`${baseURL}${pathname}${search}`, {
      method: route.request().method(),
    })
    await route.fulfill({
      status: response.status(),
      body: await response.body(),
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Content-Type': response.headers()['content-type'] ?? '',
      },
    })
  })
  await page.goto(host.url)
  await page.addScriptTag({ content: script, type: 'module' })
  const tile = page.locator('.loop-tile').first()
  await expect(tile).toBeVisible()
  await tile.click()
  await expect(page.getByRole('status').first()).toHaveText(/^\w{4,}$/)
  expect(said).toEqual([])
  host.close()
})

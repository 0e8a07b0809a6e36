import { expect, it } from 'vitest'
import { readCallTable } from '../fixtures/call-table.ts'
import table from '../fixtures/calls.tsv?raw'
import { withProvider } from '../fixtures/stub-provider.ts'

const { get } = withProvider(() => new Response(''), { BRAND_NAME: 'A <b> & C' })
const NAMES = readCallTable(table).map(({ name }) => name)

it('/docs/api lists every call, without a script, under the brand’s own name', async () => {
  const response = await get('/docs/api')
  const page = await response.text()
  for (const name of NAMES) expect(page).toMatch(new RegExp(`<details id="${name}(\\.\\w+)?">`))
  expect(page).toContain('<h1>A &lt;b&gt; &amp; C API</h1>')
  expect(page, 'the way home').toContain('<a href="/">A &lt;b&gt; &amp; C</a>')
  expect(page).not.toMatch(/<script|javascript:|style="| on\w+=/)
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*style-src 'sha256-/)
})

it.each(['light', 'dark'])('in %s', async (theme) => {
  expect(await (await get(`/docs/api?theme=${theme}`)).text()).toContain(
    `<meta name="color-scheme" content="${theme}"/>`,
  )
})

it('/docs/api.json is the document itself', async () => {
  const document = (await (await get('/docs/api.json')).json()) as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/gateway/stories/{id}', '/imaging/trim', '/v2/pingback']),
  )
})

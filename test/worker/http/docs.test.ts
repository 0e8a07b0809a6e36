import { expect, it } from 'vitest'
import { readCallTable } from '../../fixtures/calls/call-table.ts'
import table from '../../fixtures/calls/calls.tsv?raw'
import { withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const { get } = withProvider(() => new Response(''), { BRAND_NAME: 'A <b> & C' })
const NAMES = readCallTable(table).map(({ name }) => name)

const PAGES = ['/docs/api', '/docs/api/signed-in', '/docs/api/staff']
const textOf = async (path: string) => (await get(path)).text()

it('the three pages of the API have every call once, under the brand’s own name, in the site’s frame', async () => {
  const pages = await Promise.all(PAGES.map(textOf))
  const all = pages.join('')
  for (const name of NAMES.filter((each) => !/^(set|delete)Cta$/.test(each)))
    expect(all.match(new RegExp(`<article id="${name}(\\.get)?"`, 'g')), name).toHaveLength(1)
  expect(pages[0]).toContain('<h1>A &lt;b&gt; &amp; C API</h1>')
  for (const page of pages) {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    expect(page).toContain('class="public-header"')
    expect(page).not.toMatch(/javascript:|style="| on\w+=/)
    // What a phone has to read, in KB before compression.
    expect(page.length / 1024).toBeLessThan(300)
  }
})

it('who may make a call decides its page', async () => {
  const [open = '', own = '', staff = ''] = await Promise.all(PAGES.map(textOf))
  for (const [page, name] of [
    [open, 'search'],
    [own, 'uploadGif'],
    [staff, 'takedown'],
  ] as const)
    expect(page).toContain(`<article id="${name}"`)
  expect(open).not.toContain('id="takedown"')
})

it('a call is shown with a request, an answer and its failures, and can be opened without a script', async () => {
  const page = await textOf('/docs/api')
  const call = page.slice(page.indexOf('<article id="search"'), page.indexOf('<article id="trending"'))
  expect(call).toContain('curl &#x27;http')
  expect(call).toContain('await fetch(&#x27;http')
  expect(call).toContain('200 application/json')
  expect(call).toMatch(/>400<.*>414</s)
  expect(call).toContain('1 to 50, 25 if left out')
  expect(call).toContain('href="/v1/gifs/search?q=happy&amp;limit=2"')
})

it('the filter works without a script, and shows what it was given as text', async () => {
  const page = await textOf('/docs/api?find=gifs+trending')
  expect(page).toContain('<article id="trending"')
  expect(page).not.toContain('<article id="emoji"')
  expect(await textOf('/docs/api?find=%22%3E%3Cscript%3E')).toContain('value="&quot;&gt;&lt;script&gt;"')
})

it('a part that is not there is a 404', async () => {
  expect((await get('/docs/api/nothing')).status).toBe(404)
})

it.each(['light', 'dark'])('in %s', async (theme) => {
  expect(await (await get(`/docs/api?theme=${theme}`)).text()).toContain(
    `<meta name="color-scheme" content="${theme}"/>`,
  )
})

const attributeOf = (page: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(page)?.[1]
const snippetIn = (page: string) =>
  (/<textarea id="built"[^>]*>([^<]*)/.exec(page)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

it('the playground’s address has its whole state: the snippet, the frame without a script, the page around it', async () => {
  const state =
    'what=grid&q=happy&gutter=12&frameTheme=dark&noLink=on&tileHeight=90&height=300&host=checks&dir=rtl'
  const page = await textOf(`/docs/playground?${state}`)
  expect(snippetIn(page)).toContain('/widgets/grid?q=happy&amp;gutter=12&amp;noLink=1&amp;theme=dark"')
  expect(page).toMatch(/<noscript>.*src="\/widgets\/grid\?q=happy/s)
  expect([attributeOf(page, 'data-host'), attributeOf(page, 'dir')]).toEqual(['checks', 'rtl'])
  const element = snippetIn(await textOf(`/docs/playground?${state}&as=element&size=responsive`))
  expect(element).toContain('loop-grid q="happy" gutter="12" no-link theme="dark" height="300" style=')
})

it('the playground says which value is wrong, and takes no markup and no other words', async () => {
  const page = await textOf('/docs/playground?what=carousel&gutter=101&host=%22%3E%3Cscript%3E&dir=up&size=9')
  expect(page).toMatch(/<p class="problem" id="b-gutter-problem">[^<]*0[^<]*100/)
  expect(snippetIn(page)).toBe('')
  expect([attributeOf(page, 'data-host'), attributeOf(page, 'dir')]).toEqual(['light', 'ltr'])
  expect(page).not.toContain('"><script>')
  expect(page).not.toMatch(/ style="/)
})

it.each(['/docs/api', '/docs/api.json'])(
  '%s is a 503 where the files of the build cannot be read',
  async (path) => {
    const { get } = withProvider(() => new Response(''), { ASSETS: undefined })
    const response = await get(path)
    await response.body?.cancel()
    expect(response.status).toBe(503)
  },
)

it('/docs/api.json is the document itself', async () => {
  const document = (await (await get('/docs/api.json')).json()) as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/gateway/stories/{id}', '/imaging/trim', '/v2/pingback']),
  )
})

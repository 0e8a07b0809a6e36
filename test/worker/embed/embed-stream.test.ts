import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ISLANDS } from '../../../islands/manifest.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

/** How often an embed's footer has been drawn, and whether it cannot be: its row of the manifest is read for it. */
const footer = { drawn: 0, fails: false }
const row = ISLANDS['hover-footer']
const { wakes } = row

beforeEach(() => {
  Object.assign(footer, { drawn: 0, fails: false })
  const get = () => {
    footer.drawn++
    if (footer.fails) throw new Error('caught secret detail')
    return wakes
  }
  Object.defineProperty(row, 'wakes', { get, configurable: true })
})
afterEach(() => {
  Object.defineProperty(row, 'wakes', { value: wakes, configurable: true, writable: true })
  vi.restoreAllMocks()
})

const FOOTER = '<div data-island="hover-footer"'

let unused = 0
const freshPath = () => `/embed/stream${unused++}x${Date.now()}`
const product = () =>
  withProvider((request) =>
    Response.json(okJson(catJson(new URL(request.url).pathname.split('/').pop() ?? ''))),
  )

/** The parts in which a response comes, and how often the extras had been drawn before each. */
async function parts({ body }: Response): Promise<{ text: string; drawn: number }[]> {
  const found = []
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    found.push({ text: new TextDecoder().decode(value), drawn: footer.drawn })
  return found
}

describe('an embed that is drawn anew', () => {
  it('sends head, style, player and pause before the extras are drawn, with its status and tracking', async () => {
    const response = await product().get(`${freshPath()}?utm_campaign=Mine`)
    expect([response.status, response.headers.get('x-cache')]).toEqual([200, 'miss'])
    const [first, second, ...more] = await parts(response)
    expect(more).toEqual([])
    expect(first?.drawn).toBe(0)
    for (const part of ['<title>', '<style>', 'class="motion"', 'data-action="pause"'])
      expect(first?.text).toContain(part)
    expect(first?.text).not.toContain('<div data-island')
    for (const part of ['class="click-area"', FOOTER, 'utm_campaign=Mine', '</main></body></html>'])
      expect(second?.text).toContain(part)
    expect(second?.drawn).toBe(1)
  })

  it('is drawn once: the isolate keeps the whole page', async () => {
    const { get } = product()
    const path = freshPath()
    const drawn = (await parts(await get(path))).map(({ text }) => text).join('')
    expect(await (await get(path)).text()).toBe(drawn)
    expect(footer.drawn).toBe(1)
  })

  it('F17: ends as a page that works where its extras cannot be drawn, says nothing of why, and keeps none', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { get } = product()
    const path = freshPath()
    footer.fails = true
    const html = await (await get(path)).text()
    expect(html).toMatch(/class="motion".*data-action="pause".*<a class="click-area" href="[^"]+utm_source/s)
    expect(html).toMatch(/<\/main><\/body><\/html>\s*$/)
    expect(html).not.toMatch(/<div data-island|secret/)
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"kind":"unexpected"'))
    footer.fails = false
    expect(await (await get(path)).text()).toContain(FOOTER)
  })

  it('is an error page with its status where nothing has left yet', async () => {
    const gone = withProvider(() => Response.json({ meta: { status: 404 } }, { status: 404 }))
    const response = await gone.get(freshPath())
    expect(response.status).toBe(404)
  })
})

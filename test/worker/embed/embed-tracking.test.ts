import { describe, expect, it } from 'vitest'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

let unused = 0
/** An id that no other test has asked for: the outer cache layers outlive a test. */
const freshId = () => `told${unused++}x${Date.now()}`

/** What an attribute could take for its end, and what HTML could take for a character. */
const TITLE = `It's a "cat" &amp; <b>more</b>`

const PIXEL = 'https://ad.test/p?cb=[CACHEBUSTER]&t="quoted"'

const cat = (request: Request) => {
  const id = new URL(request.url).pathname.split('/').pop() ?? ''
  return Response.json(
    okJson({
      ...catJson(id),
      title: TITLE,
      alt_text: TITLE,
      analytics_response_payload: 'pay"load',
      bottle_data: { tags: [PIXEL, 'http://ad.test/plain', 'javascript:alert(1)'] },
    }),
  )
}

/** The root's attributes as a browser reads them, and the response's headers. */
async function open(vars: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const id = freshId()
  const response = await withProvider(cat, vars).get(`/embed/happy-cat-${id}`, headers)
  const html = await response.text()
  const root = /<main id="embed"(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(html)?.[0] ?? ''
  const attributes = Object.fromEntries(
    [...root.matchAll(/ (data-[\w-]+)=(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single = '']) => [
      name,
      (double ?? single).replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    ]),
  )
  return { id, attributes, headers: response.headers }
}

const TRACKING = ['data-tracking', 'data-payload', 'data-pixels', 'data-analytics', 'data-shares']

describe('the tracking attributes of a page (§3, §7)', () => {
  it('T1: names the module, the GIF, its payload and its https pixels, whatever they hold', async () => {
    const { id, attributes } = await open()
    expect(JSON.parse(attributes['data-props'] ?? '')).toMatchObject({ id, title: TITLE })
    expect(attributes).toMatchObject({
      'data-payload': 'pay"load',
      'data-pixels': JSON.stringify([PIXEL]),
    })
    expect(attributes['data-tracking']).toMatch(/^\/static\/watch-[A-Z0-9]{8}\.js$/)
    expect(attributes).not.toHaveProperty('data-analytics')
  })

  it.each([
    ['TRACKING=off', { TRACKING: 'off', ANALYTICS_ID: 'G-ABC1234' }, {}],
    ['Sec-GPC: 1', { ANALYTICS_ID: 'G-ABC1234' }, { 'Sec-GPC': '1' }],
    ['DNT: 1', { ANALYTICS_ID: 'G-ABC1234' }, { DNT: '1' }],
  ])('bears nothing of it with %s, and keeps the small policy', async (_name, vars, headers) => {
    const page = await open(vars, headers)
    for (const name of TRACKING) expect(page.attributes).not.toHaveProperty(name)
    expect(JSON.parse(page.attributes['data-props'] ?? '').id).toBe(page.id)
    const policy = page.headers.get('content-security-policy')
    expect(policy).not.toMatch(/https:[ ;]|google/)
  })

  it.each([
    ['by default', {}, true],
    ['where no service counts it', { SITE_URL: 'https://site.test' }, false],
    ['to a gateway elsewhere', { SITE_URL: 'https://site.test', GATEWAY_URL: 'https://gateway.test' }, true],
  ])('§7 says what is shared %s', async (_when, vars, expected) => {
    expect('data-shares' in (await open(vars)).attributes).toBe(expected)
  })

  it('keeps an opted-out visitor’s page out of shared caches, and no other', async () => {
    const cached = async (...given: Parameters<typeof open>) =>
      (await open(...given)).headers.get('cache-control')
    expect(await cached({}, { 'Sec-GPC': '1' })).toBe('private, max-age=60')
    expect(await cached({}, { DNT: '1' })).toBe('private, max-age=60')
    expect(await cached({}, { DNT: '0', 'Sec-GPC': '0' })).toBe('public, max-age=60')
  })

  it('opens the policy for the web analytics service only where one is configured', async () => {
    const { attributes, headers } = await open({ ANALYTICS_ID: 'G-ABC1234' })
    expect(attributes['data-analytics']).toBe('G-ABC1234')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/script-src [^;]* https:\/\/www\.googletagmanager\.com\/gtag\/js;/)
    expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com\/g\/collect;/)
    // By their paths: no host of the service as a whole.
    expect(policy).not.toMatch(/google[\w.-]*\.com[ ;]/)
    expect((await open()).headers.get('content-security-policy')).not.toContain('google')
  })
})

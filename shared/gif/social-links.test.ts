import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NETWORKS, shareLink } from './social-links.ts'

const shared = {
  url: 'https://loop.test/gifs/happy-cat-abc123?a=1&b=2#c',
  title: 'Cat & "dog" 100 % + 1',
  poster: 'https://media.test/abc123/still.gif',
}
const url = 'https%3A%2F%2Floop.test%2Fgifs%2Fhappy-cat-abc123%3Fa%3D1%26b%3D2%23c'
const title = 'Cat%20%26%20%22dog%22%20100%20%25%20%2B%201'

describe('§9 social links', () => {
  it.each([
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ['Twitter', `https://twitter.com/intent/tweet?url=${url}&text=${title}`],
    [
      'Pinterest',
      `https://www.pinterest.com/pin/create/button/?url=${url}&media=https%3A%2F%2Fmedia.test%2Fabc123%2Fstill.gif&description=${title}`,
    ],
    ['Tumblr', `https://www.tumblr.com/widgets/share/tool?canonicalUrl=${url}&title=${title}`],
    ['Reddit', `https://www.reddit.com/submit?url=${url}&title=${title}`],
  ])('%s shares the item, encoded', (name, link) => {
    const network = NETWORKS.find((one) => one.name === name)
    expect(network && shareLink(network, shared)).toBe(link)
  })

  it('are those five, each once', () => {
    expect(NETWORKS.map(({ id }) => id)).toEqual(['facebook', 'twitter', 'pinterest', 'tumblr', 'reddit'])
  })

  it('open at 480x480, Twitter at 750x350', () => {
    for (const { id, popup } of NETWORKS) expect(popup).toEqual(id === 'twitter' ? [750, 350] : [480, 480])
  })

  it.each(NETWORKS)('leaves out what the item lacks: $name', (network) => {
    const query = new URL(shareLink(network, { ...shared, title: '', poster: '' })).searchParams
    expect([...query.values()]).toEqual([shared.url])
  })

  it('T6: lead to their network whatever strangers wrote, and say exactly that', () => {
    const any = fc.string({ unit: 'binary', minLength: 1 })
    fc.assert(
      fc.property(
        fc.constantFrom(...NETWORKS),
        fc.record({ url: any, title: any, poster: any }),
        (network, item) => {
          const link = new URL(shareLink(network, item))
          expect(link.origin + link.pathname).toBe(network.page)
          expect(link.hash).toBe('')
          for (const [name, field] of Object.entries(network.fields)) {
            expect(link.searchParams.get(name)).toBe(item[field].toWellFormed())
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

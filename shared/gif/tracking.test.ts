import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventTypeOf, trackingQuery, withTracking } from './tracking.ts'

const queryOf = (own: string, referrer?: string) => trackingQuery(new URLSearchParams(own), referrer)

describe('contract: the tracking query', () => {
  it('names the frame and the referring origin, and no more of the referrer than that', () => {
    expect(queryOf('', 'https://host.test:8443/private/page?token=1').toString()).toBe(
      'utm_source=iframe&utm_medium=embed&utm_campaign=Embeds&utm_term=https%3A%2F%2Fhost.test%3A8443',
    )
  })

  it.each([[undefined], [''], ['about:blank'], ['not a url'], ['file:///home/a'], ['https://[']])(
    'has no term where the referrer is %j',
    (referrer) => {
      expect(queryOf('', referrer).has('utm_term')).toBe(false)
    },
  )

  it("is overridden by utm_* of the embed's own URL, and by nothing else of it", () => {
    const query = queryOf('utm_source=blog&utm_id=7&theme=dark&q=x&UTM_MEDIUM=a', 'https://host.test/')
    expect(Object.fromEntries(query)).toEqual({
      utm_source: 'blog',
      utm_medium: 'embed',
      utm_campaign: 'Embeds',
      utm_term: 'https://host.test',
      utm_id: '7',
    })
  })

  it.each([
    ['an odd name', `${encodeURIComponent('utm_a b')}=1`],
    ['a name of 41 characters', `utm_${'a'.repeat(37)}=1`],
    ['a value of 257 characters', `utm_source=${'a'.repeat(257)}`],
  ])('T5: leaves out %s', (_what, own) => {
    expect(queryOf(own).toString()).toBe('utm_source=iframe&utm_medium=embed&utm_campaign=Embeds')
  })

  it('T5: has at most 20 parameters and 1024 bytes', () => {
    const many = Array.from({ length: 50 }, (_, n) => `utm_${n}=1`).join('&')
    expect(queryOf(many).size).toBe(20)
    const long = Array.from({ length: 9 }, (_, n) => `utm_${n}=${'ü'.repeat(50)}`).join('&')
    expect(queryOf(long).toString().length).toBeLessThanOrEqual(1024)
    expect(queryOf(long).size).toBeGreaterThan(4)
  })

  it('T5: line ends and ampersands stay within their value', () => {
    const link = withTracking('https://cats.test/a', queryOf('utm_term=a%0D%0ASet-Cookie:b%26c=d').toString())
    expect(link).toBe(
      'https://cats.test/a?utm_source=iframe&utm_medium=embed&utm_campaign=Embeds&utm_term=a%0D%0ASet-Cookie%3Ab%26c%3Dd',
    )
  })
})

describe('T5: a link with tracking', () => {
  it('keeps its own query and fragment', () => {
    const link = withTracking('https://cats.test/a?b=c&utm_source=y#d?e#f', 'utm_source=x')
    expect(link).toBe('https://cats.test/a?b=c&utm_source=x#d?e#f')
    expect(withTracking('https://cats.test/a?#', 'utm_source=x')).toBe('https://cats.test/a?utm_source=x#')
    expect(withTracking('https://cats.test/a?utm_source=y', '')).toBe('https://cats.test/a?utm_source=y')
  })

  it('never leads anywhere else', () => {
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.webUrl(),
        fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
        (href, own, params) => {
          const query = trackingQuery(new URLSearchParams(params), own)
          const [before, after] = [new URL(href), new URL(withTracking(href, query.toString()))]
          expect(after.origin + after.pathname + after.hash).toBe(
            before.origin + before.pathname + before.hash,
          )
        },
      ),
      { numRuns: 1000 },
    )
  })
})

const none = { q: undefined, related: undefined, channel: undefined, ids: undefined }

it.each([
  [{}, 'GIF_TRENDING'],
  [{ q: 'cat' }, 'GIF_SEARCH'],
  [{ related: 'abc' }, 'GIF_RELATED'],
  [{ channel: 'ann', q: 'cat' }, 'GIF_CHANNEL'],
  [{ ids: 'abc' }, 'GIF_EXPLORE'],
])('§3 the tiles of a list with %j are counted as %s', (source, type) => {
  expect(eventTypeOf({ ...none, ...source })).toBe(type)
})

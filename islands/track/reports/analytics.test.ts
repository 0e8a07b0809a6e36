import { describe, expect, it, vi } from 'vitest'
import { createAnalytics, LABELS, labelOf } from './analytics.ts'

function stage(id = 'G-1', layer: unknown[] = []) {
  const loadScript = vi.fn<(src: string) => Promise<unknown>>(async () => {})
  const warn = vi.fn()
  const analytics = createAnalytics({ layer, id, loadScript, warn })
  /** What the service was told: real arguments objects, as it wants them. */
  const told = () =>
    layer.filter((said) => String(said) === '[object Arguments]').map((said) => [...(said as [])])
  return { analytics, layer, loadScript, warn, told }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('§7 data layer', () => {
  it('hears of events by category, action and label', () => {
    const { analytics, layer } = stage()
    analytics.event('share')
    analytics.event('seen')
    expect(layer).toEqual([
      { event: 'Embed', eventCategory: 'Embed', eventAction: 'Click', eventLabel: 'Click Share' },
    ])
  })

  it('hears of views by their virtual path, and of none that is empty (§2)', () => {
    const { analytics, layer } = stage()
    analytics.pageView('/v1/gifs/related?gif_id=cat7&limit=12&offset=6')
    analytics.pageView('/api/v3/channels/12/gifs/')
    expect(layer).toEqual([{ event: 'VirtualPageview', virtualPagePath: '/gifs/cat7/related/page/2' }])
  })

  it.each([
    ['logged in', true, { dimension1: '7', dimension2: 'true', dimension3: 'artist' }],
    ['logged out', false, {}],
    ['not said', undefined, {}],
  ])('the user’s dimensions are set only when it says logged in: %s', (_name, userLoggedIn, dimensions) => {
    const user = { userId: 7, userVerified: true, userType: 'artist' }
    const { analytics, layer } = stage('', [userLoggedIn === undefined ? user : { ...user, userLoggedIn }])
    analytics.pageView('/embed/cat7')
    expect(layer.at(-1)).toEqual({ event: 'VirtualPageview', virtualPagePath: '/embed/cat7', ...dimensions })
  })
})

describe('the web analytics service', () => {
  it('is not loaded before consent, and told nothing from before it but the view', async () => {
    const { analytics, loadScript, told } = stage()
    analytics.pageView('/embed/cat7')
    analytics.event('share')
    await settle()
    expect(loadScript).not.toHaveBeenCalled()
    analytics.consent(true)
    analytics.event('pause')
    await settle()
    expect(loadScript).toHaveBeenCalledExactlyOnceWith('https://www.googletagmanager.com/gtag/js?id=G-1')
    expect(told().slice(2)).toEqual([
      ['event', 'page_view', { page_path: '/embed/cat7', send_to: 'G-1' }],
      ['event', 'Click', { event_category: 'Embed', event_label: 'Click Pause', send_to: 'G-1' }],
    ])
  })

  it('is never loaded where none is configured', async () => {
    const { analytics, loadScript } = stage('')
    analytics.consent(true)
    await settle()
    expect(loadScript).not.toHaveBeenCalled()
  })

  it('is told nothing more when consent is taken back', async () => {
    const { analytics, told } = stage()
    analytics.consent(true)
    await settle()
    const before = told().length
    analytics.consent(false)
    analytics.event('share')
    await settle()
    expect(told()).toHaveLength(before)
    expect(globalThis).toHaveProperty('ga-disable-G-1', true)
  })
})

describe('an analytics failure is only logged (§7)', () => {
  it('when the script does not come', async () => {
    const { analytics, loadScript, warn } = stage()
    loadScript.mockRejectedValue(new Error('blocked'))
    analytics.consent(true)
    analytics.event('share')
    analytics.event('pause')
    await settle()
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('when the data layer throws', () => {
    const layer = Object.assign([], {
      push: () => {
        throw new Error('full')
      },
    })
    const { analytics, warn } = stage('', layer)
    expect(() => analytics.event('share')).not.toThrow()
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('§7 analytics event labels', () => {
  it.each([
    'Click Image',
    'Hover Image',
    'Click Favorite',
    'Click Share',
    'Click Pause',
    'Click Embed Code',
    'Click Link',
    'Copy Embed Code',
    'Copy Link',
    'Click View More CTA',
    'SCROLL GRID',
    'GRID GIF',
  ])('%s belongs to exactly one event', (label) => {
    expect(Object.values(LABELS).filter((known) => known?.[1] === label)).toHaveLength(1)
  })

  it.each([
    ['watch', 'YouTube', { action: 'Click', label: 'Click Play YouTube' }],
    ['social', 'Facebook', { action: 'Social Sharing', label: 'Facebook' }],
    ['social', '$&', { action: 'Social Sharing', label: '$&' }],
    ['logo', undefined, { action: 'Click', label: 'Link' }],
    ['seen', undefined, undefined],
    ['play', undefined, undefined],
  ] as const)('%s %s', (event, detail, named) => {
    expect(labelOf(event, detail)).toEqual(named)
  })
})

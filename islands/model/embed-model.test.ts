import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmbedModel } from './embed-model.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** An embed with its footer open, and what it has reported since. */
function hovered() {
  const reported: string[] = []
  const embed = new EmbedModel({}, (event, detail) => reported.push(detail ? `${event} ${detail}` : event))
  embed.enter()
  vi.advanceTimersByTime(150)
  return { embed, reported }
}

describe('§4 embed flags', () => {
  it('hovering shows the footer after 150 ms', () => {
    const embed = new EmbedModel()
    embed.enter()
    expect(embed.hover.value).toBe(true)
    vi.advanceTimersByTime(149)
    expect(embed.footerOpen.value).toBe(false)
    vi.advanceTimersByTime(1)
    expect(embed.footerOpen.value).toBe(true)
  })

  it.each([
    ['70 ms', false, 70],
    ['1000 ms if the grid was active', true, 1000],
  ])('leaving hides the footer after %s', (_name, gridWasActive, delay) => {
    const embed = new EmbedModel()
    embed.enter()
    vi.advanceTimersByTime(150)
    if (gridWasActive) embed.scrollGrid()
    embed.leave()
    expect(embed.hover.value).toBe(false)
    vi.advanceTimersByTime(delay - 1)
    expect(embed.footerOpen.value).toBe(true)
    vi.advanceTimersByTime(1)
    expect(embed.footerOpen.value).toBe(false)
  })

  it('coming back before the footer left keeps it', () => {
    const embed = new EmbedModel()
    embed.enter()
    vi.advanceTimersByTime(150)
    embed.leave()
    vi.advanceTimersByTime(60)
    embed.enter()
    vi.advanceTimersByTime(1000)
    expect(embed.footerOpen.value).toBe(true)
  })

  it('a grid that was used counts for one closing of the footer', () => {
    const embed = new EmbedModel()
    embed.enter()
    vi.advanceTimersByTime(150)
    embed.scrollGrid()
    embed.leave()
    vi.advanceTimersByTime(1000)
    expect(embed.gridActive.value).toBe(false)
  })

  it('toggling pause pauses and resumes', () => {
    const embed = new EmbedModel({ paused: true })
    embed.togglePause()
    expect(embed.paused.value).toBe(false)
    embed.togglePause()
    expect(embed.paused.value).toBe(true)
  })

  it('hovering shows the related grid, for good', () => {
    const embed = new EmbedModel()
    expect(embed.gridShown.value).toBe(false)
    embed.enter()
    expect(embed.gridShown.value).toBe(true)
    embed.leave()
    expect(embed.gridShown.value).toBe(true)
  })

  it('opening the share menu closes the footer at once and is reported once', () => {
    const { embed, reported } = hovered()
    embed.openShare()
    embed.openShare()
    expect(embed.shareOpen.value).toBe(true)
    expect(embed.footerOpen.value).toBe(false)
    expect(reported).toEqual(['share'])
  })

  it('hovering while the share menu is open shows no footer; closing it brings the footer back', () => {
    const { embed } = hovered()
    embed.openShare()
    embed.leave()
    embed.enter()
    vi.runAllTimers()
    expect(embed.footerOpen.value).toBe(false)
    embed.closeShare()
    vi.advanceTimersByTime(150)
    expect(embed.footerOpen.value).toBe(true)
  })

  it('closing the share menu brings no footer where nobody hovers', () => {
    const embed = new EmbedModel()
    embed.openShare()
    embed.closeShare()
    vi.runAllTimers()
    expect(embed.footerOpen.value).toBe(false)
  })

  it('scrolling hides the header and marks the grid, and is reported once', () => {
    const { embed, reported } = hovered()
    embed.scrollGrid()
    embed.scrollGrid()
    expect([embed.headerHidden.value, embed.gridActive.value]).toEqual([true, true])
    embed.scrollGrid(true)
    expect([embed.headerHidden.value, embed.gridActive.value]).toEqual([false, true])
    expect(reported).toEqual(['grid-scroll'])
  })

  it('the film takes the GIF’s place and gives it back', () => {
    const { embed, reported } = hovered()
    embed.showMedia('Vimeo')
    expect([embed.mediaShown.value, embed.footerOpen.value]).toEqual([true, false])
    embed.filmRests()
    expect(embed.backShown.value).toBe(true)
    embed.filmPlays()
    expect(embed.backShown.value).toBe(false)
    embed.hideMedia()
    expect([embed.mediaShown.value, embed.footerOpen.value]).toEqual([false, true])
    expect(reported).toEqual(['watch Vimeo'])
  })

  it.each([true, false])('a phone finds its footer after the film as it was before: open %s', (open) => {
    const embed = new EmbedModel({ mobileFooterOpen: open })
    embed.showMedia('YouTube')
    expect(embed.mobileFooterOpen.value).toBe(false)
    embed.hideMedia()
    expect(embed.mobileFooterOpen.value).toBe(open)
    embed.hideMedia()
    expect(embed.mobileFooterOpen.value).toBe(open)
  })

  it('pausing and playing are reported, and only when something changes', () => {
    const reported: string[] = []
    const embed = new EmbedModel({ paused: true }, (event) => reported.push(event))
    embed.setPaused(true)
    embed.setPaused(false)
    embed.togglePause()
    expect(reported).toEqual(['play', 'pause'])
  })

  it('a tap opens and closes the mobile footer', () => {
    const embed = new EmbedModel({ mobileFooterOpen: true })
    embed.toggleMobileFooter()
    expect(embed.mobileFooterOpen.value).toBe(false)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmbedModel } from './embed-model.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

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

  it('a tap opens and closes the mobile footer', () => {
    const embed = new EmbedModel({ mobileFooterOpen: true })
    embed.toggleMobileFooter()
    expect(embed.mobileFooterOpen.value).toBe(false)
  })
})

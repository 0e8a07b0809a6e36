import { describe, expect, it } from 'vitest'
import { embedPolicy } from './policy.ts'

const policyOf = (film: 'youtube' | 'vimeo' | undefined) =>
  embedPolicy({ origin: 'https://loopframe.example', media: [], css: [], tracked: undefined, film })

describe('the policy of a page with a film', () => {
  it('lets YouTube’s script API in, and frames of its two hosts', () => {
    expect(policyOf('youtube')).toMatch(
      /script-src [^;]* https:\/\/www\.youtube\.com\/iframe_api https:\/\/www\.youtube\.com\/s\/player\/;/,
    )
    expect(policyOf('youtube')).toContain(
      '; frame-src https://www.youtube.com https://www.youtube-nocookie.com; ',
    )
  })

  it('lets Vimeo’s player in, and no script of it', () => {
    const [, scripts] = /script-src ([^;]*);/.exec(policyOf('vimeo')) ?? []
    expect(policyOf('vimeo')).toContain('; frame-src https://player.vimeo.com; ')
    expect(scripts).toBe(/script-src ([^;]*);/.exec(policyOf(undefined))?.[1])
  })

  it('stays as small as it was without a film', () => {
    expect(policyOf(undefined)).toContain("; frame-src 'none'; ")
  })
})

import { describe, expect, it } from 'vitest'
import { videoSources } from './policy.ts'

describe('the policy of a page with a film', () => {
  it('lets YouTube’s script API in, and frames of its two hosts', () => {
    expect(videoSources('youtube')).toEqual({
      script: ['https://www.youtube.com/iframe_api', 'https://www.youtube.com/s/player/'],
      frame: ['https://www.youtube.com', 'https://www.youtube-nocookie.com'],
    })
  })

  it('lets Vimeo’s player in, and no script of it', () => {
    expect(videoSources('vimeo')).toEqual({ script: [], frame: ['https://player.vimeo.com'] })
  })

  it('stays as small as it was without a film', () => {
    expect(videoSources(undefined)).toEqual({ script: [], frame: ["'none'"] })
  })
})

import { expect, it, vi } from 'vitest'
import type { EmbedEvent } from '../../model/embed-event.ts'
import { shareCounter } from './share-counter.ts'

it('§7 counts what shares a GIF by the types of §9, once each', () => {
  const post = vi.fn()
  const count = shareCounter(post)
  const events: [EmbedEvent, string?][] = [
    ['share'],
    ['social', 'Facebook'],
    ['social', 'Twitter'],
    ['social', 'Facebook'],
    ['social', 'Tumblr'],
    ['social', 'Link'],
    ['copy-link'],
    ['link'],
    ['copy-embed-code'],
    ['copy-link'],
    ['social', 'Pinterest'],
    ['social'],
  ]
  for (const [event, detail] of events) count(event, detail)
  expect(post.mock.calls.flat()).toEqual(['facebook', 'twitter', 'link', 'embed', 'pinterest'])
})

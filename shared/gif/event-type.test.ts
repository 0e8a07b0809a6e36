import { expect, it } from 'vitest'
import { eventTypeOf } from './event-type.ts'

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

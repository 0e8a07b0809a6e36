import { afterEach, expect, it, vi } from 'vitest'
import { observeTiles } from './start-tracking.ts'

afterEach(() => vi.unstubAllGlobals())

it('watches each tile once, also those that come later, without pixels (§4)', () => {
  let mutate = () => {}
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(notify: () => void) {
        mutate = notify
      }
      observe() {}
    },
  )
  const tile = (gif: string) => ({ dataset: { gif, payload: `payload of ${gif}` } })
  const tiles = [tile('a')]
  const watched: object[] = []
  observeTiles({ querySelectorAll: () => tiles } as unknown as Element, (gif) => watched.push(gif))
  tiles.push(tile('b'))
  mutate()
  mutate()
  expect(watched).toEqual([
    { id: 'a', payload: 'payload of a', pixels: [], eventType: 'GIF_RELATED' },
    { id: 'b', payload: 'payload of b', pixels: [], eventType: 'GIF_RELATED' },
  ])
})

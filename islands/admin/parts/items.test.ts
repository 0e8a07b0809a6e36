import { describe, expect, it, vi } from 'vitest'
import { gifIdsOf } from './items.tsx'

// The clients of the page's calls are made with its address.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://gifs.example' }))

describe('GIFs that are typed or pasted', () => {
  it.each([
    ['', { ids: [], wrong: [] }],
    ['abc123\n\n  xyz  ', { ids: ['abc123', 'xyz'], wrong: [] }],
    ['https://gifs.example/gifs/happy-cat-abc123?x=1\nabc123', { ids: ['abc123'], wrong: [] }],
    ['abc\n not an id \nxyz', { ids: ['abc', 'xyz'], wrong: ['not an id'] }],
    ['https://gifs.example/', { ids: [], wrong: ['https://gifs.example/'] }],
    [
      Array.from({ length: 101 }, (_, n) => `id${n}`).join('\n'),
      { ids: Array.from({ length: 100 }, (_, n) => `id${n}`), wrong: ['id100'] },
    ],
  ])('%#', (text, expected) => {
    expect(gifIdsOf(text)).toEqual(expected)
  })
})

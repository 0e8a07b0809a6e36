import { describe, expect, it, vi } from 'vitest'
import { gifIdsOf } from './items.tsx'

// The clients of the page's calls are made with its address.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://gifs.example' }))

describe('GIFs that are typed or pasted', () => {
  it.each([
    ['', { ids: [] }],
    ['abc123\n\n  xyz  ', { ids: ['abc123', 'xyz'] }],
    ['https://gifs.example/gifs/happy-cat-abc123?x=1\nabc123', { ids: ['abc123'] }],
    ['abc\nnot an id', { ids: ['abc'], wrongLine: 2 }],
    ['https://gifs.example/', { ids: [], wrongLine: 1 }],
    [
      Array.from({ length: 101 }, (_, n) => `id${n}`).join('\n'),
      { ids: Array.from({ length: 100 }, (_, n) => `id${n}`), wrongLine: 101 },
    ],
  ])('%#', (text, expected) => {
    expect(gifIdsOf(text)).toEqual(expected)
  })
})

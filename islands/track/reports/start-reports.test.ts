import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EmbedEvent } from '../../model/embed-model.ts'
import { sayWhoIsSignedIn, shareCounter } from './start-reports.ts'

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

afterEach(() => vi.unstubAllGlobals())

function stage(cookie: string, answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<(path: string) => Promise<Response>>(async () => answer())
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('fetch', fetched)
  return { fetched, layer: [] as unknown[] }
}

describe('§6 who is signed in, for the data layer', () => {
  it('is asked for nobody without a session’s cookie', async () => {
    const { fetched, layer } = stage('a=1', () => Response.json({ logged_in: true, user: { id: '7' } }))
    await sayWhoIsSignedIn(layer)
    expect(fetched).not.toHaveBeenCalled()
    expect(layer).toEqual([])
  })

  it.each<[string, unknown, object]>([
    [
      'somebody',
      { logged_in: true, user: { id: 7, is_verified: true, user_type: 'artist' } },
      { userLoggedIn: true, userId: '7', userVerified: true, userType: 'artist' },
    ],
    [
      'somebody without a type',
      { logged_in: true, user: { id: 'u1' } },
      { userLoggedIn: true, userId: 'u1', userVerified: false },
    ],
    ['nobody', { logged_in: false, user: null }, { userLoggedIn: false }],
    ['a yes without an id', { logged_in: true, user: null }, { userLoggedIn: false }],
    ['a yes in words', { logged_in: 'true', user: { id: '7' } }, { userLoggedIn: false }],
    ['null', null, { userLoggedIn: false }],
  ])('%s', async (_name, said, entry) => {
    const { fetched, layer } = stage('csrftoken=x', () => Response.json(said))
    await sayWhoIsSignedIn(layer)
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/login/check', { signal: expect.any(AbortSignal) })
    expect(layer).toEqual([entry])
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['a refusal', () => Response.json({ logged_in: true, user: { id: '7' } }, { status: 503 })],
    ['a page', () => new Response('<h1>Maintenance</h1>')],
    ['no response', () => Promise.reject(new TypeError('offline'))],
  ])('%s says nothing', async (_name, answer) => {
    const { layer } = stage('csrftoken=x', answer)
    await sayWhoIsSignedIn(layer)
    expect(layer).toEqual([])
  })
})

import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
const BLOCKS = '/api/v3/content-blocks'
let boss: Visitor
let fay: Visitor
const nobody = site.visitor()

beforeAll(async () => {
  await fillLibrary(env.DB)
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
  fay = await somebodyNew(site, { username: 'fay' })
})

afterEach(() => void vi.restoreAllMocks())

type Block = {
  token: string
  kind: string
  title: string
  body: string
  items: (string | { id: string })[]
  item_count: number
}

async function read<Body = Block>(path: string, who: Visitor = nobody): Promise<Body> {
  const response = await who.call(`GET ${BLOCKS}/${path}`)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}
const put = (token: string, json: object, who: Visitor = boss) => who.call(`PUT ${BLOCKS}/${token}`, { json })
const acts = async () =>
  (
    await env.DB.prepare(
      "SELECT actor, action, target FROM audit WHERE target LIKE 'block/%' ORDER BY id",
    ).all()
  ).results

describe('§7 content blocks', () => {
  it.each(['homepage', 'featured-channels', 'announcement'])(
    'the block %s is there from the beginning',
    async (token) => {
      expect(await read(token)).toMatchObject({ token, items: [], item_count: 0 })
    },
  )

  it('staff list them with the items that are hidden by now, the latest changed first', async () => {
    const ids = ['film0001', 'cat00001']
    await put('of-staff', { kind: 'gifs', title: 'Listed', items: ids })
    await env.DB.prepare("UPDATE gifs SET is_hidden = 1 WHERE id = 'film0001'").run()
    const response = await boss.call(`GET ${BLOCKS}/`)
    const { results, count } = await response.json<{ results: Block[]; count: number }>()
    expect(count).toBe(results.length)
    expect(results[0]).toMatchObject({ token: 'of-staff', kind: 'gifs', items: ids, item_count: 2 })
    expect(results.map(({ token }) => token)).toEqual(expect.arrayContaining(['homepage', 'announcement']))
    await env.DB.prepare("UPDATE gifs SET is_hidden = 0 WHERE id = 'film0001'").run()
    expect((await boss.call(`DELETE ${BLOCKS}/of-staff`)).status).toBe(204)
    expect((await fay.call(`GET ${BLOCKS}/`)).status).toBe(403)
  })

  it('an unknown one is a 404, and what is no token a 400', async () => {
    expect((await nobody.call(`GET ${BLOCKS}/nothing`)).status).toBe(404)
    expect((await nobody.call(`GET ${BLOCKS}/a%20b`)).status).toBe(400)
  })

  it('staff fill it with GIFs in their order; a repetition writes and notes nothing', async () => {
    const block = {
      kind: 'gifs',
      title: 'Picks',
      body: 'Of\nthe day',
      items: ['film0001', 'cat00001', 'film0001'],
    }
    const put1 = await put('homepage', block)
    const made = await put1.json<Block>()
    expect(made).toMatchObject({ token: 'homepage', title: 'Picks', body: 'Of\nthe day', item_count: 2 })
    expect(await read('homepage')).toEqual(made)
    expect(made.items.map((item) => (item as { id: string }).id)).toEqual(['film0001', 'cat00001'])
    const noted = await acts()
    expect(noted.at(-1)).toEqual({ actor: 'boss', action: 'block.update', target: 'block/homepage' })
    expect(await (await put('homepage', block)).json()).toEqual(made)
    expect(await acts()).toEqual(noted)
  })

  it('shows no GIF that was taken down since, and counts it', async () => {
    await put('homepage', { kind: 'gifs', items: ['cafe0001', 'cat00001'] })
    await boss.call('POST /api/v3/content-takedown/takedown', {
      json: { takedowns: [{ gif_id: 'cafe0001', reason: 'asked' }], send_email: false },
    })
    expect(await read('homepage')).toMatchObject({ items: [{ id: 'cat00001' }], item_count: 2 })
  })

  it('has channels, as their own call has them, without hidden ones', async () => {
    await put('featured-channels', { kind: 'channels', title: 'Channels', items: [2, '1'] })
    const { items } = await read('featured-channels')
    expect(items).toMatchObject([{ slug: 'sea' }, { slug: 'nature' }])
    await env.DB.exec('UPDATE channels SET is_visible = 0 WHERE id = 2')
    const seen = [nobody, boss].map(async (who) => (await read('featured-channels', who)).items.length)
    expect(await Promise.all(seen)).toEqual([1, 1])
    await env.DB.exec('UPDATE channels SET is_visible = 1 WHERE id = 2')
  })

  it('a new token makes a block, which can be deleted once; both are noted', async () => {
    expect((await put('summer', { kind: 'text', title: 'Summer' })).status).toBe(200)
    const remove = async () => (await boss.call(`DELETE ${BLOCKS}/summer`)).status
    expect([await remove(), await remove()]).toEqual([204, 404])
    expect((await acts()).slice(-2).map(({ action }) => action)).toEqual(['block.update', 'block.delete'])
    expect((await nobody.call(`GET ${BLOCKS}/summer`)).status).toBe(404)
  })

  it('ends at 200 blocks, of which each can still be changed', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
       INSERT INTO content_blocks (token, kind, updated_at) SELECT 'n' || i, 'text', '2026-11-01T00:00:00.000Z' FROM n`,
    ).run()
    const noted = (await acts()).length
    expect((await put('one-more', { kind: 'text' })).status).toBe(409)
    expect((await acts()).length).toBe(noted)
    expect((await put('n7', { kind: 'text', title: 'Seven' })).status).toBe(200)
    await env.DB.exec("DELETE FROM content_blocks WHERE token LIKE 'n%' AND token <> 'nature'")
  })

  it.each<[string, object, RegExp]>([
    ['a kind that is none', { kind: 'html' }, /kind/],
    ['no kind', { title: 'a' }, /kind/],
    ['items in a text', { kind: 'text', items: ['a'] }, /items must be empty/],
    ['an unknown GIF', { kind: 'gifs', items: ['cat00001', 'nothing1'] }, /items has an id that no GIF/],
    ['a hidden GIF', { kind: 'gifs', items: ['hide0001'] }, /items has an id that no GIF/],
    ['an unknown channel', { kind: 'channels', items: [99] }, /items has an id that no channel/],
    ['a channel by its name', { kind: 'channels', items: ['sea'] }, /not valid for channels/],
    ['a search with a comma', { kind: 'searches', items: ['a,b'] }, /not valid for searches/],
    ['51 items', { kind: 'searches', items: Array.from({ length: 51 }, (_, n) => `w${n}`) }, /at most 50/],
    ['what is no list', { kind: 'searches', items: 'cat' }, /must be a list/],
    ['a title of 201 characters', { kind: 'text', title: 'x'.repeat(201) }, /title/],
  ])('T34: takes no %s', async (_name, json, message) => {
    const before = await read('announcement')
    const response = await put('announcement', json)
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)])
    expect(await read('announcement')).toEqual(before)
  })

  it('T34: takes none of the fields that are not theirs to write', async () => {
    const more = { id: 99, updated_at: '1999', token: 'other' }
    await put('announcement', { kind: 'text', title: 'Hello', ...more })
    const block = await read<Block & { id: string; updated_at: string }>('announcement')
    expect([block.token, block.id === '99', block.updated_at > '2020']).toEqual(['announcement', false, true])
  })

  it('T35: is for staff to fill', async () => {
    expect((await put('homepage', { kind: 'text' }, fay)).status).toBe(403)
    expect((await fay.call(`DELETE ${BLOCKS}/homepage`)).status).toBe(403)
  })

  it.each(['homepage', 'gifs/trending/searches', 'channels/artists/random'])(
    '%s is the same for all, and caches may keep it for a minute',
    async (path) => {
      for (const who of [nobody, fay]) {
        const { status, headers } = await who.call(`GET ${BLOCKS}/${path}`)
        expect([status, headers.get('cache-control'), headers.getSetCookie()]).toEqual([
          200,
          'public, max-age=60',
          [],
        ])
        expect(headers.get('vary')).not.toContain('Cookie')
      }
    },
  )

  it('F12: without its database it is a 503, and nothing is kept', async () => {
    const fail = () => Promise.reject(new Error('D1_ERROR: database is locked'))
    const statement = { bind: () => statement, first: fail, all: fail, run: fail, raw: fail }
    const broken = embeddedSite({ DB: { prepare: () => statement, batch: fail } as never }).visitor()
    for (const path of ['homepage', 'gifs/trending/searches', 'channels/artists/random']) {
      const { status, headers } = await broken.call(`GET ${BLOCKS}/${path}`)
      expect([status, headers.get('cache-control'), headers.has('retry-after')]).toEqual([
        503,
        'private, no-store',
        true,
      ])
    }
  })
})

describe('§7 random channels of artists', () => {
  const slugs = async () =>
    (await read<{ results: { slug: string }[] }>('channels/artists/random')).results.map(({ slug }) => slug)

  it('are one of each artist that has something to show, at most ten', async () => {
    expect(await slugs()).toEqual([])
    const artist = (n: number, more = '') =>
      `INSERT INTO users (id, username, display_name, email, role) VALUES ('a${n}', 'a${n}', 'a', 'a${n}@x', 'artist')${more}`
    const channel = (n: number, slug: string, visible = 1) => [
      `INSERT INTO channels (id, slug, display_name, user_id, is_visible) VALUES (${n}, '${slug}', 'C', 'a${slug.split('-')[1]}', ${visible})`,
      `INSERT INTO channel_gifs (channel_id, gif_id) VALUES (${n}, 'cat00001')`,
    ]
    const many = Array.from({ length: 12 }, (_, n) => n)
    for (const sql of [
      ...many.map((n) => artist(n)),
      ...many.flatMap((n) => channel(100 + n, `top-${n}`)),
      ...channel(200, 'more-0'),
    ]) {
      await env.DB.exec(sql)
    }
    const first = await slugs()
    expect([first.length, new Set(first).size]).toEqual([10, 10])
    const seen = new Set<string>()
    for (let reads = 0; reads < 30 && seen.size < 12; reads++)
      for (const slug of await slugs()) seen.add(slug)
    expect([...seen].sort()).toEqual(many.map((n) => `top-${n}`).sort())
  })

  it('leave out who is no artist or not public, and channels that are hidden or empty', async () => {
    await env.DB.exec("UPDATE users SET role = 'user' WHERE id IN ('a0','a1','a2','a3','a4','a5','a6','a7')")
    await env.DB.exec("UPDATE users SET is_public = 0 WHERE id = 'a8'")
    await env.DB.exec('UPDATE channels SET is_visible = 0 WHERE id = 109')
    await env.DB.exec('DELETE FROM channel_gifs WHERE channel_id = 110')
    expect(await slugs()).toEqual(['top-11'])
  })
})

describe('§7 the artist at an address of Spotify', () => {
  const ID = '0OdUWJ0sBjDrqHygGUXeCF'
  const lookUp = (who: Visitor, url: string) =>
    who.call(`GET /api/v3/spotify/artist?${new URLSearchParams({ spotify_url: url })}`)
  const ADDRESS = `https://open.spotify.com/artist/${ID}`

  /** The site with a service that answers for Spotify, and what it was asked. */
  function withSpotify(answer: () => Response | Promise<Response>) {
    const asked: Request[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      asked.push(new Request(input as Request, init))
      return answer()
    })
    const visitor = embeddedSite({ SPOTIFY_URL: 'https://spotify.test/api' }).visitor()
    for (const [name, value] of fay.cookies) visitor.cookies.set(name, value)
    return { visitor, asked }
  }

  it.each([ADDRESS, `https://open.spotify.com/intl-de/artist/${ID}?si=abc_DEF-1&utm=x`])(
    'is asked by the id of %s alone, and named',
    async (address) => {
      const { visitor, asked } = withSpotify(() =>
        Response.json({ id: ID, name: 'Band of Horses\u202e', images: [] }),
      )
      const response = await lookUp(visitor, address)
      expect([response.status, await response.json()]).toEqual([200, { name: 'Band of Horses' }])
      expect(asked.map(({ url }) => url)).toEqual([`https://spotify.test/api/v1/artists/${ID}`])
      expect(asked[0]?.headers.has('cookie')).toBe(false)
    },
  )

  it('is a clear 501 where no service is configured', async () => {
    const response = await lookUp(fay, ADDRESS)
    expect([response.status, await response.json()]).toMatchObject([
      501,
      { error: { kind: 'not-implemented', message: expect.stringContaining('SPOTIFY_URL') } },
    ])
  })

  it.each([
    `http://open.spotify.com/artist/${ID}`,
    `https://open.spotify.com.evil.test/artist/${ID}`,
    `https://evil.test/https://open.spotify.com/artist/${ID}`,
    `https://user@open.spotify.com/artist/${ID}`,
    `https://open.spotify.com:444/artist/${ID}`,
    `https://open.spotify.com/artist/${ID}/../../x`,
    `https://open.spotify.com/artist/${ID}#x`,
    `https://open.spotify.com/album/${ID}`,
    'https://open.spotify.com/artist/short',
    `spotify:artist:${ID}`,
    ` ${ADDRESS}`,
    `${ADDRESS}\n`,
    '',
  ])('T10: %j is refused, and nothing is asked', async (address) => {
    const { visitor, asked } = withSpotify(() => Response.json({ name: 'x' }))
    expect((await lookUp(visitor, address)).status).toBe(400)
    expect(asked).toEqual([])
  })

  it.each<[string, () => Response | Promise<Response>, number]>([
    ['does not know it', () => Response.json({}, { status: 404 }), 404],
    ['refuses the id', () => Response.json({}, { status: 400 }), 404],
    ['fails', () => Response.json({}, { status: 500 }), 502],
    ['wants credentials', () => Response.json({ secret: 's' }, { status: 401 }), 502],
    ['says no name', () => Response.json({ name: '\u200b' }), 502],
    ['sends a page', () => new Response('<html>'), 502],
    ['redirects', () => new Response(null, { status: 302, headers: { Location: 'https://evil.test' } }), 502],
    ['sends more than is taken', () => new Response('x'.repeat(300_000)), 502],
    ['is not there', () => Promise.reject(new TypeError('fetch failed')), 502],
  ])('F3, F6, F7: where the service %s', async (_name, answer, status) => {
    const { visitor } = withSpotify(answer)
    const response = await lookUp(visitor, ADDRESS)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toMatch(/spotify\.test|secret/)
  })

  it('T35: is for who is signed in', async () => {
    expect((await lookUp(nobody, ADDRESS)).status).toBe(401)
  })

  const APP = { SPOTIFY_CLIENT_ID: 'our-app', SPOTIFY_CLIENT_SECRET: 's3cret-of-ours' }
  type Token = { status?: number; body?: unknown }

  /** Spotify itself: it gives `token-1`, `token-2` …, and knows those of `good`. */
  function withApp(good = /./, { status = 200, body }: Token = {}, vars = {}) {
    const asked: string[] = []
    let given = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input as Request, init)
      const by = request.headers.get('Authorization') ?? ''
      asked.push(`${request.method} ${request.url} ${by} ${await request.text()}`.trim())
      if (request.url.endsWith('/api/token')) {
        given++
        return Response.json(body ?? { access_token: `token-${given}`, expires_in: 3600 }, { status })
      }
      return good.test(by)
        ? Response.json({ name: 'Band of Horses' })
        : Response.json({ error: { message: `wrong: ${by}` } }, { status: 401 })
    })
    const visitor = embeddedSite({ ...APP, ...vars }).visitor()
    for (const [name, value] of fay.cookies) visitor.cookies.set(name, value)
    return { visitor, asked }
  }
  const TOKEN = `POST https://accounts.spotify.com/api/token Basic ${btoa('our-app:s3cret-of-ours')} grant_type=client_credentials`
  const artistBy = (token: string) => `GET https://api.spotify.com/v1/artists/${ID} Bearer ${token}`

  it('by an app, is asked with its token, which is kept until it ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { visitor, asked } = withApp()
    const [one, other] = await Promise.all([lookUp(visitor, ADDRESS), lookUp(visitor, ADDRESS)])
    expect([one.status, await one.json(), other.status]).toEqual([200, { name: 'Band of Horses' }, 200])
    vi.setSystemTime(Date.now() + 3_500_000)
    await lookUp(visitor, ADDRESS)
    expect(asked).toEqual([TOKEN, ...Array(3).fill(artistBy('token-1'))])
    vi.setSystemTime(Date.now() + 75_000)
    expect((await lookUp(visitor, ADDRESS)).status).toBe(200)
    expect(asked.slice(4)).toEqual([TOKEN, artistBy('token-2')])
    vi.useRealTimers()
  })

  it('renews a token that is refused, once', async () => {
    const renewed = withApp(/token-2/)
    expect((await lookUp(renewed.visitor, ADDRESS)).status).toBe(200)
    expect(renewed.asked).toEqual([TOKEN, artistBy('token-1'), TOKEN, artistBy('token-2')])
    const refused = withApp(/never/)
    expect((await lookUp(refused.visitor, ADDRESS)).status).toBe(502)
    expect(refused.asked).toHaveLength(4)
  })

  it('asks a service in the place of Spotify’s for both', async () => {
    const { visitor, asked } = withApp(/./, {}, { SPOTIFY_URL: 'https://spotify.test/x' })
    expect((await lookUp(visitor, ADDRESS)).status).toBe(200)
    expect(asked.map((line) => line.split(' ')[1])).toEqual([
      'https://spotify.test/x/api/token',
      `https://spotify.test/x/v1/artists/${ID}`,
    ])
  })

  it.each<[string, Token]>([
    ['does not know the app', { status: 400, body: { error: 'invalid_client', secret: 's3cret-of-ours' } }],
    ['fails', { status: 503 }],
    ['gives no token', { body: { expires_in: 3600 } }],
    ['gives one that no header can have', { body: { access_token: 'a\nb', expires_in: 3600 } }],
    ['gives one that does not last', { body: { access_token: 'a', expires_in: 0 } }],
  ])('T62, F6: where it %s, the answer has no secret, and no artist is asked for', async (_, token) => {
    const lines: unknown[] = []
    for (const level of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...line) => void lines.push(...line.map(String)))
    const { visitor, asked } = withApp(/./, token)
    const response = await lookUp(visitor, ADDRESS)
    expect([response.status, asked]).toEqual([502, [TOKEN]])
    expect(`${await response.text()} ${lines.join()}`).not.toMatch(/s3cret|our-app|Basic|invalid_client/)
  })
})

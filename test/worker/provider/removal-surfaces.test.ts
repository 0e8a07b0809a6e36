import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, Visitor } from '../../fixtures/site/embedded-site.ts'
import { partner } from '../../fixtures/site/partners.ts'
import {
  type Surface,
  surfacesOf,
  surfacesOfLibrary,
  type Wanted,
} from '../../fixtures/site/removal-surfaces.ts'
import { type Stub, severalProviders } from '../../fixtures/upstreams/several-providers.ts'
import { type Shape, shapedProduct, shown, upstreamOf } from '../../fixtures/upstreams/shaped-product.ts'
import { klipyItem, tenorResult } from '../../fixtures/upstreams/stub-shapes.ts'

type Site = ReturnType<typeof embeddedSite>

/**
 * An installation: its variables, an item of its, and what makes its upstream fail; `isLogLost` if the log of removals
 * fails with it.
 */
type SetUp = { vars: object; item: Omit<Wanted, 'key' | 'story'>; breakDown: () => void; isLogLost?: true }

let cookies: Visitor['cookies']

beforeAll(async () => {
  await fillLibrary(env.DB)
  await env.DB.batch(
    [
      `UPDATE gifs SET slug = 'catapult', tags = '["medieval", "animal"]', heat = heat + 9 WHERE id = 'cat00003'`,
      "UPDATE category_nodes SET cover = 'cat00003' WHERE slug = 'old-times'",
      "INSERT INTO channel_gifs (channel_id, gif_id) VALUES (3, 'cat00003')",
    ].map((sql) => env.DB.prepare(sql)),
  )
  await env.MEDIA.put('m/cat00003-original.gif', new Uint8Array(1000))
  ;({ cookies } = await somebodyNew(embeddedSite(), { username: 'stan', role: 'staff' }))
})

// Each test has days of its own: no copy of the one before is left. A session of staff would have ended meanwhile.
let start = Date.now()
beforeEach(async () => {
  start += 200_000_000
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await env.DB.prepare('UPDATE sessions SET created_at = ?1, last_used_at = ?1')
    .bind(new Date(start).toISOString())
    .run()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await env.DB.batch(
    ['DELETE FROM removals', 'UPDATE gifs SET is_removed = 0', 'DELETE FROM stories'].map((sql) =>
      env.DB.prepare(sql),
    ),
  )
})
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const LIBRARY_ITEM = {
  slug: 'catapult-cat00003',
  other: 'cat00001',
  q: 'medieval',
  alone: 'medieval',
  marks: ['/media/cat00003/', 'catapult-cat00003', 'cat00003<'],
}

function library(): SetUp {
  const failing = { on: false }
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (failing.on) throw new Error('D1_ERROR')
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    vars: { DB },
    item: {
      ...LIBRARY_ITEM,
      id: 'cat00003',
      old: { id: 'olda1b2', slug: 'hello-3' },
    },
    breakDown: () => {
      failing.on = true
    },
    isLogLost: true,
  }
}

/** A provider of Tenor's or KLIPY's shape that has the item in every list, and alone where that is asked for. */
function shaped(shape: Shape): SetUp {
  const name = `n${Math.random().toString(36).slice(2)}`
  const [one = {}, ...others] = {
    tenor: [String(start), String(start + 1)].map((id) => tenorResult(id)),
    klipy: [`${name}1`, `${name}2`].map((slug) => klipyItem(slug)),
  }[shape]
  const [all, only, without] = [[one, ...others], [one], others].map((items) => upstreamOf(shape, items))
  const product = shapedProduct(shape, (request) => {
    const { pathname, searchParams } = new URL(request.url)
    // What KLIPY has on another shelf by the same slug is another item.
    const isElsewhere = /\/(stickers|clips|emojis)\//.test(pathname)
    const upstream = isElsewhere ? without : searchParams.get('q') === 'alone' ? only : all
    return upstream?.(request) ?? new Response(null, { status: 500 })
  })
  const id = shown(one)
  const marks = {
    tenor: [`media.tenor.test/${id}/`, `happy-cat-gif-${id}`, `/gifs/${id}<`],
    klipy: [`static.klipy.test/${id}/`, `/gifs/${id}`],
  }[shape]
  return {
    vars: product.bindings,
    item: { id, slug: `any-words-${id}`, other: shown(others[0] ?? {}), q: 'cat', alone: 'alone', marks },
    breakDown: () => void product.calls.mockImplementation(async () => new Response('{}', { status: 500 })),
  }
}

/** Providers in their order, of which those `down` do not answer: the item is the first of the next one. */
function several(
  setups: Parameters<typeof severalProviders>[0],
  { down, mark, vars = {} }: { down: number; mark: string; vars?: Record<string, unknown> },
): SetUp {
  const { bindings, stubs } = severalProviders(setups, vars)
  const all = stubs as (Stub & { name: string })[]
  for (const stub of all.slice(0, down)) stub.health = 'gone'
  const name = all[down]?.name
  const own = `${name}0`
  const item = name
    ? {
        id: mark + own,
        slug: `happy-cat-${mark}${own}`,
        other: `${mark}${name}1`,
        q: 'cat',
        alone: 'cat',
        marks: [`happy-cat-${own}`, `happy-cat-${mark}${own}`],
      }
    : {
        ...LIBRARY_ITEM,
        id: `${mark}cat00003`,
        slug: `catapult-${mark}cat00003`,
        other: `${mark}cat00001`,
        marks: ['/media/cat00003/', `catapult-${mark}cat00003`],
      }
  return {
    vars: bindings,
    item,
    breakDown: () => {
      for (const stub of all) stub.health = 500
    },
  }
}

const TWO = [{ kind: 'giphy' }, { kind: 'giphy' }] as const

const SET_UPS: [string, () => SetUp][] = [
  ['the embedded library', library],
  ['a provider of Tenor’s shape', () => shaped('tenor')],
  ['a provider of KLIPY’s shape', () => shaped('klipy')],
  ['the first of two providers of GIPHY’s shape', () => several(TWO, { down: 0, mark: '' })],
  ['the second of two providers, the first being dead', () => several(TWO, { down: 1, mark: 'P2_' })],
  [
    'the library behind a provider that is dead',
    () => several([{ kind: 'giphy' }], { down: 1, mark: 'PL_', vars: { PROVIDERS: '1,library' } }),
  ],
]

/** An isolate of an installation. Requests are those of somebody who is signed in. */
const isolateOf = ({ vars }: SetUp, more: object = {}) => {
  const unlimited = Object.entries(vars).filter(([name]) => !name.endsWith('_LIMIT'))
  return embeddedSite({ ...Object.fromEntries(unlimited), ...more })
}

const staffOf = ({ send }: Site) => {
  const staff = new Visitor(send)
  for (const [name, value] of cookies) staff.cookies.set(name, value)
  return staff
}

const PERSONAL = /^\/(favorites|api\/v1\/users|api\/v3\/content|gateway)/

async function ask(site: Site, { path, method = 'GET' }: Surface) {
  const response = PERSONAL.test(path)
    ? await staffOf(site).call(`GET ${path}`)
    : await site.send(new Request(`https://loop.test${path}`, { method, redirect: 'manual' }))
  return { status: response.status, text: await response.text() }
}

type Seen = { status: number; isShown: boolean }

/** What is right for a surface: with the item there, without it, and without it where the upstream fails. */
const RIGHT = {
  there: {
    list: ({ status, isShown }: Seen) => status === 200 && isShown,
    address: ({ status }: Seen) => status === 200 || status === 301,
    beside: ({ status }: Seen) => status === 200,
  },
  gone: {
    list: ({ status, isShown }: Seen) => status === 200 && !isShown,
    address: ({ status, isShown }: Seen) => status === 410 && !isShown,
    beside: ({ status, isShown }: Seen) => (status === 200 || status === 410) && !isShown,
  },
  failing: {
    list: ({ isShown }: Seen) => !isShown,
    address: ({ status, isShown }: Seen) => status >= 400 && !isShown,
    beside: ({ isShown }: Seen) => !isShown,
  },
} as const

/** The surfaces that are not as they should be. */
async function amiss(
  site: Site,
  surfaces: readonly Surface[],
  { marks }: SetUp['item'],
  state: keyof typeof RIGHT,
) {
  const found = surfaces.map(async (surface) => {
    const { status, text } = await ask(site, surface)
    const isShown = marks.some((mark) => text.includes(mark))
    const isRight = RIGHT[state][surface.kind]({ status, isShown })
    return isRight ? [] : [`${surface.what}: ${status}${isShown ? ', with it' : ''}`]
  })
  return (await Promise.all(found)).flat()
}

const STORY = { slug: 'Siege', title: 'Siege', publish_datetime: '2026-11-01T10:00:00Z' }

/** Puts the item where people put items, and says where it is from. @throws Error where that fails */
async function put(staff: Visitor, { id, other, old }: SetUp['item']) {
  const gifs = [other, id]
  const redirects = old && [
    { source: 'giphy', old_id: old.id, to: id },
    { source: 'klipy', old_id: old.slug, to: id },
  ]
  const calls = {
    [`PUT /api/v1/users/self/favorites/${id}`]: undefined,
    'POST /gateway/stories': { ...STORY, gifs },
    ...(redirects && {
      'POST /api/v3/redirects/': { redirects },
      'PUT /api/v3/content-blocks/homepage': { kind: 'gifs', items: gifs },
    }),
  }
  for (const [call, json] of Object.entries(calls)) {
    const response = await staff.call(call, { json })
    if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`)
  }
}

const takeDown = (staff: Visitor, gif_id: string) =>
  staff.call('POST /api/v3/content-takedown/takedown', {
    json: { takedowns: [{ gif_id, reason: 'a claim' }], send_email: false },
  })

async function restore(staff: Visitor, gif_id: string) {
  const id = await env.DB.prepare('SELECT id FROM removals WHERE gif_id = ?1 AND restored_at IS NULL')
    .bind(gif_id)
    .first<number>('id')
  return staff.call(`POST /api/v3/content-takedown/${id}/restore`, { form: { reason: 'a mistake' } })
}

describe('an item that is removed is on no surface, and on all again when it is restored', () => {
  it.each(SET_UPS)(
    '%s',
    async (_name, make) => {
      for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
      const setUp = make()
      const { item } = setUp
      const key = await partner({ rating: 'r', blocked: ['nosuchitem'] })
      const surfaces = [
        ...surfacesOf({ ...item, key, story: STORY.slug }),
        ...(item.id === 'cat00003' ? surfacesOfLibrary({ ...item, key }, { id: 3, slug: 'empty' }) : []),
      ]
      // Two isolates of one installation: one that all may read, and one that partners read, whose keys have bounds.
      const [here, there] = [isolateOf(setUp), isolateOf(setUp, { API_ACCESS: 'keys' })]
      const staff = staffOf(here)
      await put(staff, item)
      expect(await amiss(here, surfaces, item, 'there')).toEqual([])
      expect(await amiss(there, surfaces, item, 'there')).toEqual([])

      // Here at once; elsewhere within 10 s, though nobody visits in the meantime and all copies are fresh.
      expect((await takeDown(staff, item.id)).status).toBe(200)
      expect(await amiss(here, surfaces, item, 'gone')).toEqual([])
      pass(9)
      expect(await amiss(there, surfaces, item, 'gone')).toEqual([])

      expect((await restore(staff, item.id)).status).toBe(200)
      expect(await amiss(here, surfaces, item, 'there')).toEqual([])
      pass(9)
      expect(await amiss(there, surfaces, item, 'there')).toEqual([])

      // Old copies, which stand in for an upstream that fails, do not bring it back: not in an isolate that starts now either.
      expect((await takeDown(staff, item.id)).status).toBe(200)
      pass(9)
      expect(
        (await ask(there, { kind: 'address', what: '', path: `/v1/gifs/${item.id}?api_key=${key}` })).status,
      ).toBe(410)
      setUp.breakDown()
      pass(120)
      for (const site of [there, ...(setUp.isLogLost ? [] : [isolateOf(setUp)])]) {
        expect(await amiss(site, surfaces, item, 'failing')).toEqual([])
      }
      // That says something only where old copies are served at all.
      const { status, text } = await ask(there, { kind: 'list', what: '', path: `/widgets/grid?q=${item.q}` })
      expect([status, text.includes('<img')]).toEqual([200, true])
    },
    120_000,
  )
})

import { describe, expect, it } from 'vitest'
import { providerCalls } from '../../shared/calls/provider.ts'
import { createPaginator } from '../../shared/client/paginator.ts'
import type { GifList } from '../../shared/schema/provider-response.ts'
import { readConfig } from '../env.ts'
import { createUpstreams } from '../upstreams/upstreams.ts'
import { LayeredCache } from './cache/layered-cache.ts'
import { ProviderCopies } from './cached.ts'
import { Gate, gated } from './gated.ts'
import { createProvider } from './provider.ts'

const CONTEXT = { publicUrl: 'https://loop.test', waitUntil: () => {} }

type Window = { limit?: number; offset?: number }

/** A provider with a list of `total` items, of which a rating may leave some out of a page. */
function listOf(total: number, isLeftOut = (_at: number) => false) {
  const asked: string[] = []
  const { provider } = createUpstreams(readConfig({ PROVIDER_URL: 'https://provider.test' }), {})
  const transport = async ({ url }: Request) => {
    const { search, searchParams } = new URL(url)
    asked.push(search.replace(/&?(api_key|pingback_id)=[^&]*/g, ''))
    const [limit, offset] = [Number(searchParams.get('limit') ?? 25), Number(searchParams.get('offset') ?? 0)]
    const data = Array.from({ length: Math.min(limit, Math.max(total - offset, 0)) }, (_, n) => n + offset)
      .filter((at) => !isLeftOut(at))
      .map((at) => ({ id: `g${at}`, title: `é${at}` }))
    const pagination = { total_count: total, count: data.length, offset }
    return Response.json({ data, pagination, meta: { status: 200, msg: 'OK', response_id: 'r1' } })
  }
  const gate = new Gate(undefined)
  const cache = new LayeredCache({ outer: [] })
  const copies = new ProviderCopies({ upstream: { ...provider, transport }, key: 'key', cache, gate })
  const { read, call } = createProvider(gated(copies, gate))
  const raw = async (window: Window) => {
    const input = { type: 'gifs', q: 'cat', ...window }
    const { body, state } = await read(providerCalls.search, input, CONTEXT)
    return { state, list: JSON.parse(new TextDecoder().decode(body.bytes)) as GifList }
  }
  const parsed = async (window: Window) =>
    (await call('search', { type: 'gifs', q: 'cat', ...window }, CONTEXT)).value
  return { raw, parsed, asked }
}

const ids = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from, 0) }, (_, n) => `g${from + n}`)
const idsOf = ({ data }: Pick<GifList, 'data'>) => data.map(({ id }) => id)

describe('T44: the provider is called for fixed pages', () => {
  it.each([
    [25, 0],
    [25, 25],
    [6, 0],
    [12, 6],
    [12, 18],
    [50, 0],
    [50, 10],
    [50, 24],
    [1, 99],
    [25, 110],
    [25, 119],
    [25, 120],
    [10, 500],
  ])('%i items from %i are those of the list', async (limit, offset) => {
    const { raw, parsed } = listOf(120)
    const wanted = ids(offset, Math.min(offset + limit, 120))
    const { list } = await raw({ limit, offset })
    expect(idsOf(list)).toEqual(wanted)
    expect(list.pagination).toEqual({ total_count: 120, count: wanted.length, offset })
    expect(list.meta.response_id).toBe('r1')
    expect(idsOf(await parsed({ limit, offset }))).toEqual(wanted)
  })

  it('every window of a word is cut out of 200 pages', async () => {
    const { raw, asked } = listOf(6000)
    for (let n = 0; n < 2000; n++) await raw({ limit: 1 + (n % 50), offset: (n * 37) % 5000 })
    for (const offset of [4990, 4999]) await raw({ limit: 50, offset })
    expect(new Set(asked).size).toBeLessThanOrEqual(200)
    expect(asked.length).toBe(new Set(asked).size)
    expect(asked.every((query) => /limit=25&offset=\d*(00|25|50|75|0)$/.test(query))).toBe(true)
  })

  it('the part is made once per copy, and as fresh as its oldest page', async () => {
    const { raw, asked } = listOf(120)
    await raw({ limit: 25, offset: 0 })
    const first = await raw({ limit: 50, offset: 10 })
    expect([first.state, asked.length]).toEqual(['miss', 3])
    expect(await raw({ limit: 50, offset: 10 })).toMatchObject({ state: 'hit', list: first.list })
    expect(asked.length).toBe(3)
  })

  it('a client that goes on at offset plus count sees every item, also where pages are short', async () => {
    const { parsed } = listOf(120, (at) => at % 10 === 4)
    const next = createPaginator((offset) => parsed({ limit: 12, offset }))
    let seen: string[] = []
    for (let pages = 0; pages < 20; pages++) seen = (await next()).map(({ id }) => id)
    expect(seen).toEqual(ids(0, 120).filter((_, at) => at % 10 !== 4))
  })

  it('the provider chooses where a client names neither', async () => {
    const { raw, asked } = listOf(120)
    await raw({})
    expect(asked).toEqual(['?q=cat'])
  })
})

import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import worker from '../../../worker/index.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

// Before the caches are made, which keep the clock that they find.
const NOON = Date.UTC(2026, 10, 22, 12)
vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
afterAll(() => vi.useRealTimers())

const MINUTE = 60_000
const site = embeddedSite()
const people = {} as Record<'ann' | 'max' | 'mel' | 'sue', Visitor>

const at = (ms: number) => new Date(ms).toISOString()
const tick = (ms: number) => {
  vi.setSystemTime(ms)
  return worker.scheduled({ cron: '* * * * *' }, env as never)
}

beforeAll(async () => {
  await fillLibrary(env.DB)
  people.ann = await somebodyNew(site, { username: 'edit-ann' })
  people.max = await somebodyNew(site, { username: 'edit-max', role: 'moderator' })
  people.mel = await somebodyNew(site, { username: 'edit-mel', role: 'moderator' })
  people.sue = await somebodyNew(site, { username: 'edit-sue', role: 'staff' })
})

describe('an editorial day by HTTP (§7)', () => {
  const channels: Record<string, string> = {}
  let story = ''

  it('a tree of channels: made below each other, moved, no circle, filled', async () => {
    const { ann } = people
    const make = async (display_name: string, parent?: string) => {
      const form = { display_name, ...(parent && { parent }) }
      const made = await ownAnswer('createChannel', await ann.call('POST /api/v3/channels/', { form }))
      channels[display_name] = String(made.id)
      return String(made.id)
    }
    const animals = await make('Animals of Ann')
    const cats = await make('Cats of Ann', animals)
    await make('Dogs of Ann', animals)
    const kittens = await make('Kittens of Ann', cats)
    const children = async (parent: string) => {
      const response = await ann.call(`GET /api/v3/channels/?parent=${parent}`)
      const { results } = await ownAnswer('childChannels', response)
      return results.map(({ display_name }) => display_name)
    }
    expect(await children(animals)).toEqual(['Cats of Ann', 'Dogs of Ann'])
    const move = (id: string, form: Record<string, string>) =>
      ann.call(`POST /api/v3/channels/${id}/move/`, { form })
    expect(
      (await move(channels['Dogs of Ann'] ?? '', { position: '0', target_channel: animals })).status,
    ).toBe(200)
    expect(await children(animals)).toEqual(['Dogs of Ann', 'Cats of Ann'])
    expect((await move(animals, { position: '0', target_channel: kittens })).status).toBe(400)
    for (const gif of ['cat00001', 'cat00002']) {
      const response = await ann.call('POST /api/v3/channel-gifs/', { form: { channel: cats, gif } })
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    const listed = await ownAnswer('channelGifs', await ann.call(`GET /api/v3/channels/${cats}/gifs/`))
    expect(listed.data).toHaveLength(2)
  })

  it('a story: written, shown to its author alone, published', async () => {
    const { ann, max } = people
    const json = { slug: 'cats-at-noon', title: 'Cats at noon', gifs: ['cat00001', 'cat00002'] }
    const made = await ownAnswer('createStory', await ann.call('POST /gateway/stories', { json }))
    story = made.story_id
    expect(made.is_published).toBe(false)
    const page = async (visitor: Visitor) => {
      const response = await visitor.call('GET /stories/cats-at-noon')
      await response.body?.cancel()
      return response.status
    }
    expect([await page(ann), await page(max), await page(site.visitor())]).toEqual([200, 200, 404])
    const publish_datetime = at(NOON)
    const update = await ann.call(`PUT /gateway/stories/${story}`, { json: { ...json, publish_datetime } })
    expect((await ownAnswer('updateStory', update)).is_published).toBe(true)
    vi.setSystemTime(NOON + 10_000)
    expect(await page(site.visitor())).toBe(200)
  })

  it('a schedule: published at its minute, and after a tick that was missed, once', async () => {
    const { sue } = people
    const schedule = async (gif: string, ms: number) => {
      const json = { gifs: [{ id: gif, is_sticker: false, type: 'gif' }], timestamp: ms / 1000 }
      await ownAnswer('createSchedule', await sue.call('POST /gateway/trendingscheduler/schedule', { json }))
    }
    const published = async () => {
      const response = await sue.call('GET /gateway/trendingscheduler/activity')
      const { results } = await ownAnswer('schedulerActivity', response)
      return results
        .filter(({ action }) => action === 'publish')
        .map(({ gifs }) => gifs.map(({ id }) => id).join())
    }
    await schedule('cafe0001', NOON + 2 * MINUTE)
    await schedule('cat00002', NOON + 4 * MINUTE)
    await tick(NOON + 2 * MINUTE - 1)
    expect(await published()).toEqual([])
    await tick(NOON + 2 * MINUTE)
    expect(await published()).toEqual(['cafe0001'])
    // Those of 12:03 to 12:29 do not come.
    await Promise.all([tick(NOON + 30 * MINUTE), tick(NOON + 30 * MINUTE)])
    await tick(NOON + 31 * MINUTE)
    expect(await published()).toEqual(['cat00002', 'cafe0001'])
    const trending = await site.visitor().call('GET /v1/gifs/trending?limit=2')
    const { data } = await trending.json<{ data: { id: string }[] }>()
    expect(data.map(({ id }) => id).sort()).toEqual(['cafe0001', 'cat00002'])
  })

  it('reports of visitors, decided by two moderators at once, who never hold the same item', async () => {
    const { max, mel } = people
    for (const gif of ['cat00001', 'cafe0001', 'edge0001']) {
      const visitor = site.visitor()
      await (await visitor.call('GET /login/check')).body?.cancel()
      const response = await visitor.call('POST /api/v3/reports/', { form: { gif, reason: 'spam' } })
      expect(response.status).toBe(204)
    }
    const BATCHES = '/api/v1/moderation/gif-batch-actions/'
    const [one, two] = await Promise.all([
      max.call(`POST ${BATCHES}`, { form: {} }),
      mel.call(`POST ${BATCHES}`, { form: {} }),
    ])
    const held = [one, two].find(({ status }) => status === 200)
    expect([one.status, two.status].sort()).toEqual([200, 204])
    const winner = held === one ? max : mel
    const loser = held === one ? mel : max
    const batch = await ownAnswer('updateBatchAction', held as Response)
    expect(batch.gif_ids).toHaveLength(3)
    const moderate = (visitor: Visitor, gif = '', action = 'approve') =>
      visitor.call(`POST /api/v1/gifs/${gif}/moderation`, { form: { action } })
    const [first, second] = batch.gif_ids
    expect((await moderate(loser, first)).status).toBe(409)
    expect((await moderate(winner, first)).status).toBe(200)
    expect((await moderate(winner, second, 'hide')).status).toBe(200)
    expect((await moderate(winner, second, 'undo')).status).toBe(200)
    const rest = await winner.call(`PUT ${BATCHES}${batch.id}/`, { form: { action: 'approve' } })
    expect((await ownAnswer('updateBatchAction', rest)).waiting).toEqual([])
    const leaders = await ownAnswer('batchLeaderboard', await loser.call(`GET ${BATCHES}leaderboard/`))
    expect(leaders.results).toMatchObject([{ count: 3 }])
  })

  it('what visitors search for, as CSV for moderators', async () => {
    const request = new Request('https://loop.test/v1/gifs/search?q=editorial+cats', {
      headers: { 'CF-Connecting-IP': '192.0.2.77', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' },
      cf: {},
    } as RequestInit)
    await (await site.send(request)).arrayBuffer()
    const csv = await people.max.call('GET /api/v1/search-service/csv/')
    expect(csv.headers.get('Content-Type')).toContain('text/csv')
    expect(await csv.text()).toContain('editorial cats')
    expect((await people.ann.call('GET /api/v1/search-service/csv/')).status).toBe(403)
  })

  it('the day ends: the story is taken back, the channels go', async () => {
    const { ann } = people
    expect((await ann.call(`DELETE /gateway/stories/${story}`)).status).toBe(204)
    vi.setSystemTime(Date.now() + 5 * MINUTE)
    const page = await site.visitor().call('GET /stories/cats-at-noon')
    expect(page.status).toBe(404)
    await page.body?.cancel()
    expect((await ann.call(`DELETE /api/v3/channels/${channels['Animals of Ann']}/`)).status).toBe(204)
  })
})

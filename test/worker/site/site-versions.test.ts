import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OwnBatch } from '../../../shared/schema/own/staff.ts'
import { freshFile } from '../../fixtures/library/uploads.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const BATCHES = '/api/v1/moderation/gif-batch-actions/'

let ann: Visitor
let mia: Visitor
let moe: Visitor
let sam: Visitor

beforeAll(async () => {
  ann = await somebodyNew(site, { username: 'ann' })
  mia = await somebodyNew(site, { username: 'mia', role: 'moderator' })
  moe = await somebodyNew(site, { username: 'moe', role: 'moderator' })
  sam = await somebodyNew(site, { username: 'sam', role: 'staff' })
})

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

beforeEach(async () => {
  const tables = ['moderation_batches', 'moderation_queue', 'moderation_counts', 'moderations', 'reports']
  await env.DB.batch(tables.map((table) => run(`DELETE FROM ${table}`)))
})

let number = 0

/** An item that no other test has, with an original. */
async function item(owner = 'ann'): Promise<string> {
  const id = `version${number++}`
  await env.DB.batch([
    run(
      `INSERT INTO gifs (id, slug, title, alt_text, type, import_datetime, user_id, tags, rating, source)
       VALUES (?1, ?1, 'A cat', 'A cat waves', 'gif', '2026-11-01 10:00:00', 'id-' || ?2, '["cat"]', 'pg', 'https://a.example.com/')`,
      id,
      owner,
    ),
    run(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       VALUES (?1, 'original', 'gif', 240, 120, 1000, 3, 'm/' || ?1)`,
      id,
    ),
    run("INSERT INTO language_tags (gif_id, lang, tag, position) VALUES (?1, 'de', 'katze', 0)", id),
  ])
  return id
}

async function statusOf(who: Visitor, what: string, sent: Parameters<Visitor['call']>[1] = {}) {
  const response = await who.call(what, sent)
  await response.body?.cancel()
  return response.status
}

const decide = (who: Visitor, id: string, form: Record<string, string>) =>
  statusOf(who, `POST /api/v1/gifs/${id}/moderation`, { form })
const show = (who: Visitor, id: string, value = 'false') =>
  statusOf(who, 'POST /ajax/gif/update', { form: { gif_id: id, key: 'is_hidden', value } })
const rowOf = (id: string) =>
  run('SELECT rating, is_hidden, hidden_by, set_rating, revision FROM gifs WHERE id = ?1', id).first<{
    rating: string
    is_hidden: number
    hidden_by: string | null
    revision: number
  }>()
const queueOf = (id: string) =>
  run('SELECT list FROM moderation_queue WHERE gif_id = ?1', id).first<string>('list')

/** What the next moderator is given in a list. */
async function assigned(who: Visitor, job = 'edits') {
  const response = await who.call(`POST ${BATCHES}`, { form: { job_id: job } })
  if (response.status === 204) return undefined
  return v.parse(OwnBatch, await response.json())
}
const changesOf = async (who: Visitor, id: string) =>
  (await assigned(who))?.versions?.find(({ gif_id }) => gif_id === id)?.changes

function files(): FormData {
  const body = new FormData()
  body.append('original.gif', new Blob([freshFile()]), 'original.gif')
  return body
}

const byKey = (key: string, value: string) => (who: Visitor, id: string) =>
  statusOf(who, 'POST /ajax/gif/update', { form: { gif_id: id, key, value } })
const byEdit = (form: Record<string, string>) => (who: Visitor, id: string) =>
  statusOf(who, `PUT /api/v1/gifs/${id}/`, { form })

type Shown = { part: string; ways: ((who: Visitor, id: string) => Promise<number>)[]; change: object }

const both = (part: string, key: string, value: string, before: string, after = value): Shown => ({
  part,
  ways: [byKey(key, value), byEdit({ [key]: value })],
  change: { field: key, before, after },
})

/** All that visitors see of an item, each way to change it, and what moderators read of it. */
const SHOWN: readonly Shown[] = [
  both('title', 'title', 'A rude cat', 'A cat'),
  both('tags', 'tags', 'dog,rude', 'cat', 'dog, rude'),
  both('alt text', 'alt_text', 'Rude', 'A cat waves'),
  both('source', 'source_post_url', 'https://b.example.com/', 'https://a.example.com/'),
  both('rating', 'rating', 'r', 'pg'),
  both('type', 'type', 'sticker', 'gif'),
  both('emoji', 'type', 'emoji', 'gif'),
  {
    part: 'film',
    ways: [
      (who, id) =>
        statusOf(who, `PUT /api/v3/gifs/${id}/film`, {
          form: { url: 'https://youtu.be/dQw4w9WgXcQ', start: '42' },
        }),
    ],
    change: { field: 'film', before: '', after: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ (42 s)' },
  },
  {
    part: 'cta',
    ways: [
      (who, id) =>
        statusOf(who, `PUT /v1/gifs/${id}/cta`, { form: { link: 'https://c.example.com/', text: 'Look' } }),
    ],
    change: { field: 'cta_link', before: '', after: 'https://c.example.com/' },
  },
  {
    part: 'language tags',
    ways: [
      (who, id) =>
        statusOf(who, `POST /ajax/gif/${id}/language-tags`, { json: { tags: ['rüde'], lang: 'de' } }),
      byEdit({ language_tags: '{"de":[["katze",""],["rüde",""]]}' }),
    ],
    change: { field: 'language_tags', before: 'de: katze', after: 'de: katze, rüde' },
  },
  {
    part: 'language tags that go',
    ways: [(who, id) => statusOf(who, `DELETE /ajax/gif/${id}/language-tags?tag=katze&lang=de`)],
    change: { field: 'language_tags', before: 'de: katze', after: 'de: ' },
  },
  {
    part: 'bytes',
    ways: [(who, id) => statusOf(who, `POST /api/v3/gifs/${id}/renditions`, { body: files() })],
    change: { field: 'files', before: '', after: 'original.gif' },
  },
]

/** What a moderator decides, and whether it still holds. */
const DECISIONS: Record<
  string,
  { decision: Record<string, string>; holds: (id: string) => Promise<boolean> }
> = {
  approved: { decision: { action: 'approve' }, holds: async () => true },
  rated: {
    decision: { action: 'rating', rating: 'pg' },
    holds: async (id) => (await byKey('rating', 'g')(ann, id)) === 403 && (await rowOf(id))?.rating !== 'g',
  },
  hidden: {
    decision: { action: 'hide' },
    holds: async (id) =>
      (await show(ann, id)) === 403 &&
      (await byEdit({ is_hidden: 'false', title: 'B' })(ann, id)) === 403 &&
      (await rowOf(id))?.is_hidden === 1,
  },
}

type Cell = [
  who: string,
  part: string,
  queue: string | null,
  changes: unknown,
  raised: boolean,
  holds: boolean,
]

const table: string[] = []
afterAll(() => console.info(['decision | part | way | queue | against it', ...table].join('\n')))

describe('T57: a decision is about a version', () => {
  it.for(Object.entries(DECISIONS))(
    'T57: what is %s waits again once its owner changes what is shown',
    async ([name, { decision, holds }], { task }) => {
      const cells: Cell[] = []
      for (const { part, ways, change } of SHOWN) {
        for (const [at, way] of ways.entries()) {
          const id = await item()
          expect(await decide(mia, id, decision)).toBe(200)
          const before = (await rowOf(id))?.revision ?? 0
          expect([part, await way(ann, id)]).toEqual([part, expect.toSatisfy((status) => status < 300)])
          const changes = await changesOf(moe, id)
          const raised = ((await rowOf(id))?.revision ?? 0) > before
          const cell: Cell = [name, part, await queueOf(id), changes, raised, await holds(id)]
          expect(cell).toEqual([name, part, 'edits', expect.arrayContaining([change]), true, true])
          cells.push(cell)
          table.push([name, part, at + 1, cell[2], cell[5] ? 'never' : 'LOST'].join(' | '))
          // The next decision is about this version: nothing of it is left.
          expect(await decide(moe, id, { action: 'approve' })).toBe(200)
          expect(await queueOf(id)).toBeNull()
        }
      }
      tries(task, cells.length)
      expect(cells.length).toBe(20)
    },
  )

  it('T57: what is as it was, or was never decided, does not wait for it; nor does what staff change', async () => {
    for (const { part, ways } of SHOWN) {
      const id = await item()
      await ways[0]?.(ann, id)
      expect([part, await queueOf(id)]).toEqual([part, null])
      const decided = await item()
      await decide(mia, decided, { action: 'approve' })
      expect([part, await ways[0]?.(sam, decided)]).toEqual([
        part,
        expect.toSatisfy((status) => status < 300),
      ])
      expect([part, await queueOf(decided)]).toEqual([part, null])
    }
    const same = await item()
    await decide(mia, same, { action: 'approve' })
    await byEdit({ title: 'A cat', tags: 'cat', rating: 'pg', alt_text: 'A cat waves' })(ann, same)
    const was = JSON.stringify({ title: 'Another' })
    expect(await byEdit({ title: 'A dog', was })(ann, same)).toBe(409)
    expect(await queueOf(same)).toBeNull()
  })

  it('T57: before stays what was decided about, through further changes, and a way back is no change', async () => {
    const id = await item()
    await decide(mia, id, { action: 'approve' })
    for (const title of ['B', 'C']) await byKey('title', title)(ann, id)
    await byKey('alt_text', 'Other')(ann, id)
    await byKey('alt_text', 'A cat waves')(ann, id)
    expect(await changesOf(moe, id)).toEqual([{ field: 'title', before: 'A cat', after: 'C' }])
  })

  it('T57: a decision taken back has the item wait as it did, with what its owner had changed', async () => {
    const id = await item()
    await decide(mia, id, { action: 'approve' })
    await byKey('title', 'B')(ann, id)
    await decide(moe, id, { action: 'hide' })
    await byKey('title', 'C')(ann, id)
    await decide(moe, id, { action: 'undo' })
    expect(await rowOf(id)).toMatchObject({ is_hidden: 0, hidden_by: null })
    expect([await queueOf(id), await changesOf(moe, id)]).toEqual([
      'edits',
      [{ field: 'title', before: 'A cat', after: 'C' }],
    ])
    const leaders = await run('SELECT job_id, sum(count) AS n FROM moderation_counts GROUP BY job_id').all()
    expect(leaders.results).toEqual([
      { job_id: '', n: 1 },
      { job_id: 'edits', n: 0 },
    ])
  })

  it('T57: who has seen another version decides nothing, in a batch or alone', async () => {
    const [first, second] = [await item(), await item()]
    for (const id of [first, second]) {
      await decide(mia, id, { action: 'approve' })
      await byKey('title', 'B')(ann, id)
    }
    const batch = await assigned(moe)
    const seen = batch?.versions?.find(({ gif_id }) => gif_id === first)?.revision ?? 0
    await byKey('title', 'Rude')(ann, first)
    expect(await decide(moe, first, { action: 'approve', was: String(seen) })).toBe(409)
    expect(await statusOf(moe, `PUT ${BATCHES}${batch?.id}/`, { form: { action: 'approve' } })).toBe(200)
    expect([await queueOf(first), await queueOf(second)]).toEqual(['edits', null])
    expect(await decide(moe, first, { action: 'approve', was: String(seen + 1) })).toBe(200)
    // Sent again, it is that decision.
    expect(await decide(moe, first, { action: 'approve', was: String(seen + 1) })).toBe(200)
  })

  it('T57: a rating that a moderator set is lowered by moderators and staff alone', async () => {
    const id = await item()
    await decide(mia, id, { action: 'approve', rating: 'pg-13' })
    const form = { gif_id: id, key: 'rating', value: 'g' }
    const response = await ann.call('POST /ajax/gif/update', { form })
    expect([response.status, await response.json()]).toEqual([
      403,
      {
        error: {
          kind: 'forbidden',
          message: 'A moderator has set the rating pg-13: you may only choose a higher one',
          detail: { rating: expect.any(String) },
        },
      },
    ])
    expect(await byEdit({ rating: 'pg', title: 'B' })(ann, id)).toBe(403)
    expect(await queueOf(id)).toBeNull()
    expect(await byEdit({ rating: 'r' })(ann, id)).toBe(200)
    expect([(await rowOf(id))?.rating, await queueOf(id)]).toEqual(['r', 'edits'])
    expect(await byEdit({ rating: 'g' })(sam, id)).toBe(200)
    // What staff have set is a decision too.
    await byEdit({ rating: 'pg' })(sam, id)
    expect([await byKey('rating', 'g')(ann, id), await byKey('rating', 'pg')(ann, id)]).toEqual([403, 200])
    // Without the decision there is no bound.
    const other = await item()
    await decide(mia, other, { action: 'rating', rating: 'r' })
    await decide(mia, other, { action: 'undo' })
    expect([await byKey('rating', 'g')(ann, other), (await rowOf(other))?.rating]).toEqual([200, 'g'])
  })

  it('T57: what its owner had hidden, a moderator hides for good; the undo gives it back', async () => {
    const id = await item()
    expect(await show(ann, id, 'true')).toBe(200)
    expect(await rowOf(id)).toMatchObject({ is_hidden: 1, hidden_by: 'owner' })
    await decide(mia, id, { action: 'hide' })
    expect([await show(ann, id), await rowOf(id)]).toMatchObject([403, { hidden_by: 'moderator' }])
    // Hiding it again makes it no more their own.
    await show(ann, id, 'true')
    expect(await show(ann, id)).toBe(403)
    await decide(mia, id, { action: 'undo' })
    expect(await rowOf(id)).toMatchObject({ is_hidden: 1, hidden_by: 'owner' })
    expect([await show(ann, id), await rowOf(id)]).toMatchObject([200, { is_hidden: 0, hidden_by: null }])
    // Likewise without a decision of the queue, and by a column of its own: the log of acts says nothing of it.
    await show(moe, id, 'true')
    expect(await show(ann, id)).toBe(403)
    await byKey('title', 'B')(ann, id)
    expect(await queueOf(id)).toBe('edits')
  })

  it('T57: a decision is kept though it changes no flag', async () => {
    const id = await item()
    for (const who of [mia, moe, mia, mia]) expect(await decide(who, id, { action: 'approve' })).toBe(200)
    const { results } = await run('SELECT user_id FROM moderations WHERE gif_id = ?1 ORDER BY id', id).all()
    expect(results).toEqual([{ user_id: 'id-mia' }, { user_id: 'id-moe' }, { user_id: 'id-mia' }])
    // Shown by another since, it is hidden by the same decision.
    await decide(mia, id, { action: 'hide' })
    await show(moe, id)
    await decide(mia, id, { action: 'hide' })
    expect(await rowOf(id)).toMatchObject({ is_hidden: 1, hidden_by: 'moderator' })
  })

  it('T57: the code before names no one who hides: its log of acts does', async () => {
    const id = await item()
    const old = (by: string, hidden: number) =>
      env.DB.batch([
        run(
          `INSERT INTO audit (actor_id, actor, action, target, created_at)
           VALUES (?1, ?1, ?2, 'gif/' || ?3, '2026-11-01T00:00:00.000Z')`,
          by,
          hidden ? 'gif.hide' : 'gif.show',
          id,
        ),
        run('UPDATE gifs SET is_hidden = ?2 WHERE id = ?1', id, hidden),
      ])
    for (const [by, name] of [
      ['id-mia', 'moderator'],
      ['id-ann', 'owner'],
    ] as const) {
      await old(by, 1)
      expect(await rowOf(id)).toMatchObject({ is_hidden: 1, hidden_by: name })
      await old(by, 0)
      expect(await rowOf(id)).toMatchObject({ is_hidden: 0, hidden_by: null })
    }
  })
})

describe('T57: no one decides about their own item', () => {
  it('T57: not alone, not in a batch, not of reports, whoever they are', async () => {
    const own = await item('moe')
    const other = await item('ann')
    for (const id of [own, other]) {
      await run(
        "INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES (?1, 'uploads', '2026-11-01T00:00:00.000Z')",
        id,
      ).run()
    }
    for (const action of ['approve', 'hide', 'skip', 'undo'])
      expect([action, await decide(moe, own, { action })]).toEqual([action, 403])
    expect((await assigned(moe, 'uploads'))?.gif_ids).toEqual([other])
    expect((await assigned(mia, 'uploads'))?.gif_ids).toEqual([own])
    const staffs = await item('sam')
    for (const action of ['approve', 'remove', 'rating:pg'])
      expect([action, await decide(sam, staffs, { action })]).toEqual([action, 403])
    // Nor do they show it once another has hidden it.
    await decide(mia, own, { action: 'hide' })
    expect([await show(moe, own), await byKey('rating', 'r')(moe, own)]).toEqual([403, 200])
    await run(
      `INSERT INTO reports (id, gif_id, reasons, anonymous, visitor, created_at)
       VALUES (77, ?1, '["spam"]', 0, 'v', '2026-11-01T00:00:00.000Z')`,
      own,
    ).run()
    const rejected = (who: Visitor) =>
      statusOf(who, 'PUT /api/v3/reports/77/', { form: { state: 'rejected' } })
    expect([await rejected(moe), await rejected(mia)]).toEqual([403, 200])
  })

  it('T57: staff who decide another moderator’s batch with an item of theirs decide nothing of it', async () => {
    const [own, other] = [await item('sam'), await item('ann')]
    for (const id of [own, other]) {
      await run(
        "INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES (?1, 'uploads', '2026-11-01T00:00:00.000Z')",
        id,
      ).run()
    }
    const batch = await assigned(mia, 'uploads')
    expect(await statusOf(sam, `PUT ${BATCHES}${batch?.id}/`, { form: { action: 'hide' } })).toBe(403)
    expect([(await rowOf(own))?.is_hidden, (await rowOf(other))?.is_hidden]).toEqual([0, 0])
  })

  it('T57: staff bring back no item of theirs that another of the staff has taken down', async () => {
    const sue = await somebodyNew(site, { username: 'sue', role: 'staff' })
    const id = await item('sam')
    const takeDown = (who: Visitor) =>
      statusOf(who, 'POST /api/v3/content-takedown/takedown', {
        json: { takedowns: [{ gif_id: id, reason: 'a claim' }] },
      })
    const restore = async (who: Visitor) => {
      const row = await run('SELECT max(id) AS id FROM removals WHERE gif_id = ?1', id).first('id')
      return statusOf(who, `POST /api/v3/content-takedown/${row}/restore`, { form: {} })
    }
    expect([await takeDown(sue), await restore(sam), await restore(sue)]).toEqual([200, 403, 200])
    // Nor do they give away what others have decided about, and decide then.
    for (const decision of [{ action: 'hide' }, { action: 'rating', rating: 'r' }]) {
      const other = await item('sam')
      expect(await byEdit({ owner: 'ann' })(sam, other)).toBe(200)
      expect(await byEdit({ owner: 'sam' })(sam, other)).toBe(200)
      await decide(mia, other, decision)
      const given = [await byEdit({ owner: 'ann' })(sam, other), await byEdit({ owner: 'sam' })(sam, other)]
      expect([decision, given]).toEqual([decision, [403, 200]])
      expect(await byEdit({ owner: 'ann' })(sue, other)).toBe(200)
    }
    // What they have taken down themselves, they may: the staff may be one person.
    expect([await takeDown(sam), await restore(sam)]).toEqual([200, 200])
  })
})

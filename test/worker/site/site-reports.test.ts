import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../../origin/bounds.ts'
import { OWN_ANSWERS } from '../../../shared/calls/site/own-answers.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const REPORTS = '/api/v3/reports/'

let mia: Visitor
let ann: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'mia', role: 'moderator' }, { username: 'ann' }])
  mia = await signedIn(site, 'mia')
  ann = await signedIn(site, 'ann')
})

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

beforeEach(async () => {
  await env.DB.batch(['reports', 'moderation_queue', 'gifs'].map((table) => run(`DELETE FROM ${table}`)))
  await run(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, is_removed, is_hidden)
     SELECT value, value, value, 'gif', '2026-11-01 10:00:00', 'id-ann', value = 'gone', value = 'hidden'
       FROM json_each('["cat","dog","gone","hidden"]')`,
  ).run()
})

/** Somebody whose pages have given them a csrftoken. */
function visitor(from = site): Visitor {
  const visitor = from.visitor()
  visitor.cookies.set('csrftoken', 'first')
  return visitor
}

async function statusOf(who: Visitor, what: string, form?: Record<string, string>): Promise<number> {
  const response = await who.call(what, form && { form })
  await response.body?.cancel()
  return response.status
}

const report = (who: Visitor, gif: string, more = {}) =>
  statusOf(who, `POST ${REPORTS}`, { gif, reason: 'hate', ...more })

async function list(query = '') {
  const response = await mia.call(`GET ${REPORTS}${query}`)
  expect(response.status).toBe(200)
  return v.parse(OWN_ANSWERS.reports, await response.json())
}

const queue = async () =>
  (await run('SELECT gif_id, job_id FROM moderation_queue ORDER BY gif_id').all()).results

describe('reports of items (docs/contract.md)', () => {
  it('a visitor’s report is listed for moderators and puts the item into their queue, once', async () => {
    expect(await report(visitor(), 'cat', { additional_info: 'Look at it' })).toBe(204)
    expect(await report(visitor(), 'cat', { reason: 'spam' })).toBe(204)
    expect(await list()).toEqual({
      results: [
        {
          id: expect.any(Number),
          gif_id: 'cat',
          search_term: null,
          search_response_id: '',
          search_content_type: '',
          reasons: ['hate'],
          additional_info: 'Look at it',
          anonymous: false,
          reporter: null,
          state: 'open',
          note: '',
          created_at: expect.any(String),
          decided_at: null,
          decided_by: null,
        },
      ],
      count: 1,
    })
    expect(await queue()).toEqual([{ gif_id: 'cat', job_id: 'reports' }])
  })

  it('an upload that waits already comes forward', async () => {
    await run("INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES ('cat', 'uploads', '')").run()
    expect(await report(visitor(), 'cat')).toBe(204)
    expect(await queue()).toEqual([{ gif_id: 'cat', job_id: 'reports' }])
  })

  it('the same item counts again from another address, and on another day', async () => {
    const from = async (address: string) => {
      const request = new Request(HERE + REPORTS, {
        method: 'POST',
        headers: {
          Origin: HERE,
          Cookie: 'csrftoken=first',
          'X-CSRFToken': 'first',
          'Content-Type': 'application/x-www-form-urlencoded',
          'CF-Connecting-IP': address,
        },
        body: 'gif=cat&reason=spam',
        cf: {},
      })
      expect((await site.send(request)).status).toBe(204)
      return (await list()).count
    }
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([1, 1, 2])
    vi.useFakeTimers({ now: Date.now() + 24 * 60 * 60 * 1000, toFake: ['Date'] })
    expect(await from('192.0.2.1')).toBe(3)
    vi.useRealTimers()
    expect(JSON.stringify((await run('SELECT * FROM reports').all()).results)).not.toContain('192.0.2')
  })

  it('names who is signed in, unless they ask for the contrary; a deleted account is named no more', async () => {
    expect(await report(ann, 'cat')).toBe(204)
    expect(await report(ann, 'dog', { anonymous: '1' })).toBe(204)
    const named = async () => (await list()).results.map(({ reporter, anonymous }) => [reporter, anonymous])
    expect(await named()).toEqual([
      [null, true],
      ['ann', false],
    ])
    await run("UPDATE reports SET reporter_id = (SELECT id FROM users WHERE username = 'nobody')").run()
    expect((await named()).map(([name]) => name)).toEqual([null, null])
  })

  it.each([
    ['unknown', {}, 404],
    ['hidden', {}, 404],
    ['gone', {}, 410],
    ['cat', { reason: 'ugly' }, 400],
    ['cat', { additional_info: 'x'.repeat(1001) }, 400],
    ['cat', { anonymous: '2' }, 400],
  ])('%s with %o is %i, and nothing is written', async (gif, more, status) => {
    expect(await report(visitor(), gif, more)).toBe(status)
    expect([(await list()).count, await queue()]).toEqual([0, []])
  })

  it('ends with its item while it is open', async () => {
    await report(visitor(), 'cat')
    await run("DELETE FROM gifs WHERE id = 'cat'").run()
    expect((await list()).count).toBe(0)
  })
})

describe('§7 reports of searches', () => {
  const search = (form: Record<string, string>) => statusOf(visitor(), 'POST /ajax/report-search', form)

  it('keeps the words, why, and what the page was', async () => {
    const form = {
      reasons: 'spam,hate,spam',
      search_term: ' cats ',
      search_response_id: 'r1',
      search_content_type: 'stickers',
      additional_info: 'All the same',
    }
    expect([await search(form), await search(form)]).toEqual([204, 204])
    expect(await list()).toMatchObject({
      count: 1,
      results: [
        {
          gif_id: null,
          search_term: 'cats',
          search_response_id: 'r1',
          search_content_type: 'stickers',
          reasons: ['spam', 'hate'],
          additional_info: 'All the same',
        },
      ],
    })
    expect(await queue()).toEqual([])
  })

  it.each([{ reasons: 'spam' }, { reasons: 'ugly', search_term: 'cats' }, { search_term: 'cats' }])(
    'refuses %o',
    async (form) => {
      expect(await search(form as Record<string, string>)).toBe(400)
    },
  )
})

describe('T35: moderators decide about reports', () => {
  it('filters by state and item, newest first, in pages', async () => {
    for (const gif of ['cat', 'dog']) await report(visitor(), gif)
    const [dog] = (await list('?gif=dog')).results
    expect(await statusOf(mia, `PUT ${REPORTS}${dog?.id}/`, { state: 'rejected' })).toBe(200)
    const ids = async (query: string) => {
      const { results, count } = await list(query)
      return [results.map(({ gif_id }) => gif_id), count]
    }
    expect(await ids('')).toEqual([['dog', 'cat'], 2])
    expect(await ids('?limit=1&offset=1')).toEqual([['cat'], 2])
    expect(await ids('?state=open')).toEqual([['cat'], 1])
    expect(await ids('?state=rejected')).toEqual([['dog'], 1])
    expect(await ids('?state=open&gif=dog')).toEqual([[], 0])
    expect(await ids('?state=open&about=item')).toEqual([['cat'], 1])
    expect(await ids('?state=open&about=search')).toEqual([[], 0])
    expect(await statusOf(mia, `GET ${REPORTS}?state=lost`)).toBe(400)
  })

  it('says who decided, in the audit log too, once; and opens it again', async () => {
    await report(visitor(), 'cat')
    const [first] = (await list()).results
    const put = async (form: Record<string, string>) => {
      const response = await mia.call(`PUT ${REPORTS}${first?.id}/`, { form })
      expect(response.status).toBe(200)
      return v.parse(OWN_ANSWERS.decideReport, await response.json())
    }
    const accepted = { state: 'accepted', note: 'hidden', decided_by: 'mia', decided_at: expect.any(String) }
    expect(await put({ state: 'accepted', note: 'hidden' })).toMatchObject(accepted)
    expect(await put({ state: 'accepted' })).toMatchObject(accepted)
    expect(await put({ state: 'open' })).toMatchObject({ note: 'hidden', decided_by: null, decided_at: null })
    const target = `report/${first?.id}`
    const acts = await run(
      'SELECT actor, action, reason FROM audit WHERE target = ?1 ORDER BY id',
      target,
    ).all()
    expect(acts.results).toEqual([
      { actor: 'mia', action: 'report.accepted', reason: 'hidden' },
      { actor: 'mia', action: 'report.open', reason: '' },
    ])
  })

  it('a report that is decided since a moderator has seen it is a conflict, and stays as it is', async () => {
    await report(visitor(), 'cat')
    const [first] = (await list()).results
    const decide = (form: Record<string, string>) => statusOf(mia, `PUT ${REPORTS}${first?.id}/`, form)
    expect(await decide({ state: 'accepted', was: 'open', note: 'hidden' })).toBe(200)
    expect(await decide({ state: 'rejected', was: 'open', note: 'fine' })).toBe(409)
    expect((await list()).results[0]).toMatchObject({ state: 'accepted', note: 'hidden' })
    const acts = await run('SELECT action FROM audit WHERE target = ?1', `report/${first?.id}`).all()
    expect(acts.results).toEqual([{ action: 'report.accepted' }])
    expect(await decide({ state: 'open', was: 'accepted' })).toBe(200)
  })

  it('404 for a report that there is not, 403 for people without the role', async () => {
    expect(await statusOf(mia, `PUT ${REPORTS}999999/`, { state: 'open' })).toBe(404)
    expect(await statusOf(mia, `PUT ${REPORTS}x/`, { state: 'open' })).toBe(404)
    expect(await statusOf(ann, `GET ${REPORTS}`)).toBe(403)
  })
})

describe('T44: one visitor’s reports', () => {
  it('T44: are limited by minute and by day', async () => {
    const from = (limits: object) => {
      const who = visitor(embeddedSite({ JOBS: undefined, TRUST_PROXY: 'on', ...limits }))
      who.address = '192.0.2.1'
      return who
    }
    const who = from({ GUESS_LIMIT: limiter('GUESS_LIMIT') })
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push(await report(who, 'cat'))
    expect(statuses).toEqual([...Array(30).fill(204), 429])
    await run(
      `INSERT INTO reports (gif_id, reasons, anonymous, visitor, created_at)
       SELECT 'many' || key, '["spam"]', 0, (SELECT visitor FROM reports ORDER BY id DESC LIMIT 1), '2026-11-01T00:00:00.000Z'
         FROM json_each(?1)`,
      JSON.stringify(Array(BOUNDS.reports.aDay).fill(0)),
    ).run()
    await run("UPDATE gifs SET is_hidden = 0 WHERE id = 'hidden'").run()
    expect([await report(from({}), 'hidden'), await report(from({}), 'cat')]).toEqual([429, 204])
  })
})
